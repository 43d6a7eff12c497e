//! A profile as a picture: a flame graph in SVG.

use inferno::flamegraph::color::{BasicPalette, Palette};
use inferno::flamegraph::{Options, from_lines};

use super::{NoPicture, Profiler};

/// Pixels of the picture; a browser scales it.
const WIDTH: usize = 1200;

impl Profiler {
    /// The folded stacks as a flame graph: a rectangle for each call path, as wide as its clocks, on top of its caller.
    /// Narrower ones than a ten-thousandth of the picture are left out. The same profile gives the same bytes: a colour
    /// depends on the name of the routine alone. In a browser a click widens a rectangle.
    ///
    /// # Errors
    ///
    /// There are no clocks to draw.
    pub fn flame(&self, title: &str) -> Result<String, NoPicture> {
        if self.total() == 0 {
            return Err(NoPicture::NoClocks);
        }
        let mut options = Options::default();
        title.clone_into(&mut options.title);
        "clocks".clone_into(&mut options.count_name);
        "Routine:".clone_into(&mut options.name_type);
        options.colors = Palette::Basic(BasicPalette::Hot);
        options.deterministic = true;
        options.image_width = Some(WIDTH);
        let mut picture = Vec::new();
        let folded = self.folded();
        from_lines(&mut options, folded.lines(), &mut picture).map_err(|error| NoPicture::Other(error.to_string()))?;
        String::from_utf8(picture).map_err(|error| NoPicture::Other(error.to_string()))
    }
}
