"""The code blocks of Markdown files, and of the doc comments of Swift files."""
import dataclasses
import re


@dataclasses.dataclass
class Block:
    path: str
    #: The number of its first line, which opens the fence.
    line: int
    language: str
    code: str
    #: Contents of the HTML comments right before it, by their first words, such as `needs` or `prelude`.
    comments: dict
    #: The block that it continues, if it has the comment `continues`.
    former: "Block | None" = None

    @property
    def name(self):
        """A name for a folder."""
        return re.sub(r"[^A-Za-z0-9]", "-", self.path.rsplit("/", 1)[-1]) + f"-{self.line}"

    @property
    def typed(self):
        """The code with that of the blocks that it continues, as the reader has typed it."""
        return (self.former.typed if self.former else "") + self.code

    @property
    def prelude(self):
        """The code before the block that the reader has typed already, or that the page doesn't show."""
        former = self.former.prelude + self.former.numbered if self.former else ""
        return former + self.comments.get("prelude", "")

    @property
    def numbered(self):
        """The code, in which the compiler reports errors with the line in the page."""
        return f'#sourceLocation(file: "{self.path}", line: {self.line + 1})\n{self.code}#sourceLocation()\n'


def blocks(path):
    """Returns the blocks of a file in order. Ends the program if a block isn't closed."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if path.endswith(".swift"):
        lines = [comment[1] if (comment := re.match(r" */// ?(.*)", line)) else "" for line in lines]
    found, comments, block, name = [], {}, None, None
    for number, line in enumerate(lines, 1):
        if block:
            if line.rstrip() == "```":
                found.append(block)
                block = None
            else:
                block.code += line + "\n"
        elif name:
            # Inside a comment of several lines.
            if line.startswith("-->"): name = None
            else: comments[name] += line + "\n"
        elif comment := re.fullmatch(r"<!-- ([a-z]+)(?:: (.*?))?( -->)? *", line):
            comments[comment[1]] = comment[2] or ""
            if not comment[3]:
                name = comment[1]
                # `<!-- program: editor` is followed by lines, so its argument has its own line.
                comments[name] += "\n" if comments[name] else ""
        elif line.startswith("```"):
            block = Block(path, number, line[3:].strip(), "", comments)
            if "continues" in comments: block.former = [each for each in found if each.language == "swift"][-1]
            comments = {}
        elif line.strip():
            comments = {}
    if block: raise SystemExit(f"{path}:{block.line}: The code block is not closed.")
    return found
