fn main() {
    let file = b"1,234.50-  7    0.05    ";
    let (lines, loss) = line::to_vec(file).expect("two lines");
    assert!(loss.is_none());
    let amounts: Vec<String> = lines.iter().map(|line| line.amount.to_string()).collect();
    assert_eq!(amounts, ["-1234.50", "0.05"]);
    assert_eq!([lines[0].count, lines[1].count], [Some(7), None]);
    assert_eq!(line::to_bytes(&lines).expect("they fit").0, file);
    let long = Line { count: Some(1000), ..lines[0].clone() };
    assert!(line::to_bytes(&[long]).is_err());
    assert!(line::to_vec(b"1,234.5 -  7").is_err());
}
