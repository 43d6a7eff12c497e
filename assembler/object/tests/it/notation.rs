//! Writes objects and bytes as text, so that tests are readable.
//!
//! An object is `object NAME PROCESSOR [relaxable]`, and the lines after it:
//!
//! * `section NAME KIND [ALIGNMENT]`: what follows goes there.
//! * `LABEL:` for a local label, `LABEL::` for a global one, `LABEL:?` for a weak one.
//! * Bytes as hexadecimal digits. `<FIELD TARGET>` is a field with a relocation; the target is a symbol or `[SECTION]`,
//!   with `+` or `-` and a hexadecimal number.
//! * `space NUMBER` in a section of space.
//! * `common NAME SIZE ALIGNMENT`, `absolute NAME NUMBER`, `weak NAME` for one that is undefined.
//! * `line FILE NUMBER LENGTH`: the line of the bytes that follow.
//!
//! `#` begins a comment. Numbers are hexadecimal.

use std::fmt::Write as _;

use z8000_object::{
    Binding, Field, Kind, LineMap, Lines, MapLine, MapPlace, Object, Packer, Processor, Relocation, Section, Symbol,
    Target, Value,
};

/// Parses a hexadecimal number.
pub(crate) fn number(text: &str) -> u32 {
    u32::from_str_radix(text, 16).unwrap_or_else(|_| panic!("`{text}` is not a number"))
}

/// Parses bytes written as hexadecimal digits, with spaces and comments.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text
        .lines()
        .flat_map(|line| line.split('#').next().unwrap_or_default().chars())
        .filter(|character| !character.is_whitespace())
        .map(|digit| digit.to_digit(16).unwrap_or_else(|| panic!("`{digit}` in {text}")))
        .collect();
    digits
        .chunks_exact(2)
        .map(|pair| (pair[0] << 4 | pair[1]) as u8)
        .collect()
}

fn field(name: &str) -> Field {
    match name {
        "byte" => Field::Byte,
        "low" => Field::LowNibble,
        "high" => Field::HighNibble,
        "word" => Field::Word,
        "long" => Field::Long,
        "segmented" => Field::Segmented,
        "short" => Field::Short,
        "jr" => Field::Relative8,
        "djnz" => Field::Relative7,
        "calr" => Field::Relative12,
        "ldr" => Field::Relative16,
        other => panic!("there is no field `{other}`"),
    }
}

/// Parses the objects of a string.
pub(crate) fn objects(text: &str) -> Vec<Object> {
    let mut objects = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            continue;
        };
        let rest: Vec<&str> = words.collect();
        if first == "object" {
            objects.push(Object {
                name: rest[0].to_owned(),
                processor: if rest[1] == "z8001" {
                    Processor::Z8001
                } else {
                    Processor::Z8002
                },
                relaxable: rest.contains(&"relaxable"),
                ..Object::default()
            });
            continue;
        }
        let object = objects.last_mut().expect("an object comes first");
        statement(object, line, first, &rest);
    }
    objects
}

fn statement(object: &mut Object, line: &str, first: &str, rest: &[&str]) {
    match first {
        "section" => {
            let kind = match rest[1] {
                "code" => Kind::Code,
                "constants" => Kind::Constants,
                "data" => Kind::Data,
                "space" => Kind::Space,
                other => panic!("there is no kind `{other}`"),
            };
            object.sections.push(Section {
                alignment: rest.get(2).map_or(2, |alignment| number(alignment)),
                ..Section::at(rest[0], kind, 0, Vec::new())
            });
        }
        "space" => object.sections.last_mut().expect("a section").size += number(rest[0]),
        "common" => {
            let value = Value::Common { size: number(rest[1]), alignment: number(rest[2]) };
            define(object, rest[0], value, Binding::Global);
        }
        "absolute" => define(
            object,
            rest[0],
            Value::Absolute(number(rest[1]).into()),
            Binding::Global,
        ),
        "weak" => define(object, rest[0], Value::Undefined, Binding::Weak),
        "line" => add_line(object, rest[0], number(rest[1]), number(rest[2])),
        _ => match line.split_once(':') {
            Some((name, binding)) => label(object, name, binding),
            None => contents(object, line),
        },
    }
}

/// Adds the line number of the bytes that follow to the line map of the object.
fn add_line(object: &mut Object, name: &str, line: u32, length: u32) {
    let mut map = object.line_map().expect("lines");
    let file = map.files.iter().position(|file| file == name);
    let file = file.unwrap_or(map.files.len()) as u32;
    if file as usize == map.files.len() {
        map.files.push(name.to_owned());
    }
    let section = object.sections.last().expect("a section");
    map.lines.push(MapLine {
        section: LineMap::section_name(&section.name).into(),
        address: section.size,
        length,
        place: MapPlace { file, line, expansion: None },
        clocks: Some("7".into()),
    });
    object.lines = packed(&map);
}

/// Packs the lines of a map that covers all sections of the object.
pub(crate) fn packed(map: &LineMap) -> Lines {
    let mut packer = Packer::default();
    let names = || map.sections.iter().map(|section| &*section.name);
    for line in &map.lines {
        let section = names().position(|name| name == &*line.section).expect("a section");
        let clocks = line.clocks.as_ref().map(|clocks| packer.clocks(clocks.to_string()));
        packer.line(section as u32, [line.address, line.length], line.place, clocks);
    }
    Lines::new(&packer, names(), &map.files, &map.expansions)
}

fn define(object: &mut Object, name: &str, value: Value, binding: Binding) {
    let name = name.into();
    match object.symbols.iter_mut().find(|symbol| symbol.name == name) {
        Some(symbol) => (symbol.value, symbol.binding) = (value, binding),
        None => object.symbols.push(Symbol { name, value, binding }),
    }
}

fn label(object: &mut Object, name: &str, binding: &str) {
    let section = object.sections.len() - 1;
    let value = Value::Place { section, offset: object.sections[section].size };
    let binding = match binding {
        "" => Binding::Local,
        ":" => Binding::Global,
        "?" => Binding::Weak,
        other => panic!("`{other}`"),
    };
    define(object, name, value, binding);
}

fn contents(object: &mut Object, line: &str) {
    for part in line.split_inclusive(['<', '>']) {
        match part.strip_suffix('>') {
            Some(relocation) => self::relocation(object, relocation),
            None => {
                let section = object.sections.last_mut().expect("a section");
                section.bytes.extend(bytes(part.trim_end_matches('<')));
                section.size = section.bytes.len() as u32;
            }
        }
    }
}

fn relocation(object: &mut Object, text: &str) {
    let (kind, target) = text.split_once(' ').expect("a field and its target");
    let field = field(kind);
    let end = target.find(['+', '-']).unwrap_or(target.len());
    let (name, addend) = target.split_at(end);
    let addend = match addend.strip_prefix('-') {
        Some(addend) => -i64::from(number(addend)),
        None if addend.is_empty() => 0,
        None => i64::from(number(&addend[1..])),
    };
    let target = match name.strip_prefix('[') {
        Some(section) => {
            let section = section.trim_end_matches(']');
            let index = object.sections.iter().position(|found| found.name == section);
            Target::Section(index.expect("a section that was named before"))
        }
        None => {
            let known = object.symbols.iter().position(|symbol| &*symbol.name == name);
            Target::Symbol(known.unwrap_or_else(|| {
                define(object, name, Value::Undefined, Binding::Global);
                object.symbols.len() - 1
            }))
        }
    };
    let section = object.sections.last_mut().expect("a section");
    // For a field of a byte or of four bits, the rest of the byte comes first.
    let within = matches!(
        field,
        Field::LowNibble | Field::HighNibble | Field::Relative7 | Field::Relative12
    );
    let offset = section.size - if within { field.length() } else { 0 };
    if !within {
        section.bytes.resize(section.bytes.len() + field.length() as usize, 0);
        section.size = section.bytes.len() as u32;
    }
    section.relocations.push(Relocation { offset, field, target, addend });
}

/// Returns everything in an object except its line numbers, one item per line.
pub(crate) fn shown(object: &Object) -> String {
    let mut text = format!("{} {}", object.name, object.processor.to_string().to_lowercase());
    if object.relaxable {
        text += " relaxable";
    }
    if let Some(entry) = object.entry {
        let _ = write!(text, " entry {entry:x}");
    }
    let place = |section: usize| object.sections.get(section).map_or("?", |section| &*section.name);
    for section in &object.sections {
        let kind = format!("{:?}", section.kind).to_lowercase();
        let _ = write!(text, "\nsection {} {kind}", section.name);
        if section.address != 0 || section.load != 0 {
            let _ = write!(text, " at {:x}", section.address);
        }
        if section.load != section.address {
            let _ = write!(text, "@{:x}", section.load);
        }
        let _ = write!(text, " align {} size {}", section.alignment, section.size);
        for (index, byte) in section.bytes.iter().enumerate() {
            let before = if index == 0 { ": " } else { "" };
            let _ = write!(text, "{before}{byte:02x}");
        }
        for Relocation { offset, field, target, addend } in &section.relocations {
            let target = match *target {
                Target::Symbol(symbol) => object.symbols[symbol].name.to_string(),
                Target::Section(section) => format!("[{}]", place(section)),
            };
            let _ = write!(text, "\n  {offset} {field:?} {target}{addend:+}");
        }
    }
    for Symbol { name, value, binding } in &object.symbols {
        let binding = format!("{binding:?}").to_lowercase();
        let value = match *value {
            Value::Undefined => "undefined".to_owned(),
            Value::Common { size, alignment } => format!("common {size} {alignment}"),
            Value::Absolute(value) => value.to_string(),
            Value::Place { section, offset } => format!("{}+{offset}", place(section)),
        };
        let _ = write!(text, "\nsymbol {name} {binding} {value}");
    }
    text + "\n"
}
