datarep::datarep! {
    pub struct Header {
        name: &'static str,
    }
}

datarep::datarep! { #[derive(Debug)] "text" 'c' }

datarep::datarep! {
    datarep mine extends big_endian {
        /** described */
        order little;
    }
}

fn main() {}
