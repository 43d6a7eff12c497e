"""A page of HTML as a tree, and the figures in it: the elements with the attribute `data-figure`."""

from html.parser import HTMLParser

# Elements without an end tag.
EMPTY = {"br", "hr", "img", "input", "link", "meta"}


class Element:
    """An element with its attributes, its parent, and its contents: elements and texts."""

    def __init__(self, name, attributes, above):
        self.name, self.attributes, self.above, self.holds = name, dict(attributes), above, []

    def text(self):
        return "".join(part if isinstance(part, str) else part.text() for part in self.holds)

    def all(self, name=None):
        """Return the elements of a name within this one, including itself."""
        found = [self] if name in (None, self.name) else []
        for part in self.holds:
            if isinstance(part, Element):
                found += part.all(name)
        return found

    def in_a(self, name):
        """Return the nearest enclosing element of a name."""
        return self if self.name == name or not self.above else self.above.in_a(name)


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.root = self.here = Element("", {}, None)

    def handle_starttag(self, tag, attrs):
        new = Element(tag, attrs, self.here)
        self.here.holds.append(new)
        if tag not in EMPTY:
            self.here = new

    def handle_endtag(self, tag):
        if self.here.name != tag:
            raise ValueError(f"line {self.getpos()[0]}: </{tag}> ends <{self.here.name}>")
        self.here = self.here.above

    def handle_data(self, data):
        self.here.holds.append(data)


def parse(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader.root


def figures(root):
    """Return the elements with figures, by their names; each name is unique."""
    found = {}
    for element in root.all():
        name = element.attributes.get("data-figure")
        if name is not None:
            if name in found:
                raise ValueError(f"{name} occurs twice")
            found[name] = element
    return found
