//! What programs call, by topic.

mod choices;
mod counts;
mod decimals;
mod derive;
mod formats;
mod hostile;
mod levels;
mod mixed;
mod nulls;
mod ordinary;
mod overlays;
mod printed;
mod template;
mod unique_open;
mod unusual;
