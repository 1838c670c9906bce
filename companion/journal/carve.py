"""Rows out of a damaged SQLite file and its log, page by page, whatever became of the trees between them.

The layout is that of the SQLite file format (sqlite.org/fileformat2.html: sections 1.6, 2.1 and 4.1). Pages
are of 4096 bytes, as this journal's are, and no row is longer than a page. What a row says is for its reader
to check: bytes that look like a row may be none.
"""

from collections.abc import Iterable, Iterator

PAGE_BYTES = 4096
FILE_PAGES, LOG_PAGES = (0, PAGE_BYTES), (32 + 24, 24 + PAGE_BYTES)
"""Where the pages are: the first, and from one to the next. A log has a head, and one before each page."""
_LEAF = 0x0D
"""The first byte of a page that holds rows."""
_FILE_HEAD, _FILE_HEAD_BYTES = b"SQLite format 3\0", 100
"""Before the first page's own head."""
_LONGEST_ROW_BYTES = PAGE_BYTES - 35
"""A longer one continues on other pages."""
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

Value = str | int | None


def rows(page: bytes, marks: Iterable[bytes]) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Number and values of all that can be rows in a page.

    A page whose head is damaged is searched byte by byte, if one of the `marks` is in it at all.
    """
    offsets = _listed(page)
    if offsets is None:
        offsets = list(range(len(page))) if any(mark in page for mark in marks) else []
    for offset in offsets:
        row = _row(page, offset)
        if row is not None:
            yield row


def _listed(page: bytes) -> list[int] | None:
    """Where the page's head says that rows begin; [] on a page of another kind, None: it makes no sense."""
    at = _FILE_HEAD_BYTES if page.startswith(_FILE_HEAD) else 0
    kind, count = page[at : at + 1], int.from_bytes(page[at + 3 : at + 5], "big")
    if kind in (b"\x02", b"\x05", b"\x0a"):  # of an index, or between a tree's root and its leaves
        return []
    first = at + 8
    if kind != bytes((_LEAF,)) or first + 2 * count > len(page):
        return None
    offsets = [int.from_bytes(page[first + 2 * n : first + 2 * n + 2], "big") for n in range(count)]
    return offsets if all(first + 2 * count <= offset < PAGE_BYTES for offset in offsets) else None


def _row(page: bytes, offset: int) -> tuple[int, tuple[Value, ...]] | None:
    try:
        length, offset = _varint(page, offset)
        number, offset = _varint(page, offset)
        if not 2 <= length <= _LONGEST_ROW_BYTES or offset + length > len(page):
            return None
        return number, tuple(_values(page[offset : offset + length]))
    except (IndexError, ValueError):
        return None


def _values(record: bytes) -> Iterator[Value]:
    """Raises ValueError for what no row of ours holds, IndexError for what ends too early."""
    head_bytes, offset = _varint(record, 0)
    types = []
    while offset < head_bytes:
        kind, offset = _varint(record, offset)
        types.append(kind)
    if offset != head_bytes or not types:
        raise ValueError("the head of a row ends within a number")
    for kind in types:
        size = _INTEGER_BYTES.get(kind, (kind - 13) // 2 if kind >= 13 else 0)
        if offset + size > len(record):
            raise IndexError(offset)
        yield _value(kind, record[offset : offset + size])
        offset += size


def _value(kind: int, content: bytes) -> Value:
    if kind in (0, 8, 9):
        return None if kind == 0 else kind - 8
    if kind in _INTEGER_BYTES:
        return int.from_bytes(content, "big", signed=True)
    if kind < 13 or kind % 2 == 0:
        raise ValueError("neither text nor a whole number")
    return content.decode()


def _varint(content: bytes, offset: int) -> tuple[int, int]:
    """A number of 1 to 9 bytes, 7 bits each, and where it ends. Of more than 5 bytes none of ours has any."""
    number = 0
    for length in range(5):
        byte = content[offset + length]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, offset + length + 1
    raise ValueError("a number too large")
