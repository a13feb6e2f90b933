"""Colours of the window: what each stands for, in the light, the dark and the contrast look."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QColor, QPalette


class Meaning(StrEnum):
    """What a colour says; an icon and a word always come with it."""

    IN = "in"
    OUT = "out"
    SUPERSEDED = "superseded"
    CAUTION = "caution"
    ENGINE = "engine"
    DAMAGED = "damaged"
    REFLECTION = "reflection"
    NEUTRAL = "neutral"
    ACCENT = "accent"


@dataclass(frozen=True, slots=True)
class Shades:
    """The three colours of one meaning: ``foreground`` on ``tint`` is text, ``fill`` draws bars."""

    foreground: QColor
    tint: QColor
    fill: QColor


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Every colour of one look. Grey is structure, ``meanings`` is what carries sense.

    Attributes:
        window: Ground of header, tree, inspector and bars.
        surface: Ground of tables, text, fields and dialogs.
        sunken: Ground of bar tracks, chips and segments.
        hover: Row under the pointer.
        line: Hairlines.
        strong: Edges of buttons and dialogs.
        control: Edges of form fields and checkboxes.
        text: Content.
        text2: Labels and rows that are out.
        text3: Captions.
        accent: Links and the current tab.
        accent_fill: Primary buttons and focus rings; ``on_accent`` is the text on it.
        on_accent: Text on ``accent_fill``.
        selected: Selected row in the pane that has the focus.
        selected_idle: Selected row elsewhere.
        added: Ground of an added line; ``added_word`` marks the words in it.
        added_word: Added words.
        removed: Ground of a removed line; ``removed_word`` marks the words in it.
        removed_word: Removed words.
        scrim: Veil over the window below the palette and dialogs.
        meanings: The shades of each meaning.
    """

    window: QColor
    surface: QColor
    sunken: QColor
    hover: QColor
    line: QColor
    strong: QColor
    control: QColor
    text: QColor
    text2: QColor
    text3: QColor
    accent: QColor
    accent_fill: QColor
    on_accent: QColor
    selected: QColor
    selected_idle: QColor
    added: QColor
    added_word: QColor
    removed: QColor
    removed_word: QColor
    scrim: QColor
    meanings: dict[Meaning, Shades]

    def shades(self, meaning: Meaning) -> Shades:
        """Return the colours that stand for ``meaning``."""
        return self.meanings[meaning]


def contrast(one: QColor, other: QColor) -> float:
    """Return the WCAG 2 contrast ratio of two opaque colours, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


_LINEAR_UP_TO = 0.04045  # of the sRGB curve


def _luminance(colour: QColor) -> float:
    def linear(channel: float) -> float:
        straight = channel <= _LINEAR_UP_TO
        return channel / 12.92 if straight else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """Return ``one`` with ``share`` (0 to 1) of ``other`` mixed in."""
    pairs = (
        (one.red(), other.red()),
        (one.green(), other.green()),
        (one.blue(), other.blue()),
    )
    return QColor(*(round(first + (second - first) * share) for first, second in pairs))


def _shades(foreground: str, tint: str, fill: str) -> Shades:
    return Shades(QColor(foreground), QColor(tint), QColor(fill))


LIGHT = Tokens(
    window=QColor("#F5F5F7"),
    surface=QColor("#FFFFFF"),
    sunken=QColor("#EDEEF1"),
    hover=QColor("#F2F2F5"),
    line=QColor("#E3E4E8"),
    strong=QColor("#CBCCD3"),
    control=QColor("#868993"),
    text=QColor("#1A1B1F"),
    text2=QColor("#50535D"),
    text3=QColor("#62656F"),
    accent=QColor("#3D52D5"),
    accent_fill=QColor("#3D52D5"),
    on_accent=QColor("#FFFFFF"),
    selected=QColor("#E6EAFD"),
    selected_idle=QColor("#E9EAEE"),
    added=QColor("#DDF3E6"),
    added_word=QColor("#A9DFC2"),
    removed=QColor("#FDE7E5"),
    removed_word=QColor("#F6BDB8"),
    scrim=QColor(26, 27, 31, 72),
    meanings={
        Meaning.IN: _shades("#14754B", "#DFF3E8", "#2E9E6B"),
        Meaning.OUT: _shades("#62656F", "#EDEEF1", "#8A8D99"),
        Meaning.SUPERSEDED: _shades("#873C8D", "#F6E8F7", "#A85BAE"),
        Meaning.CAUTION: _shades("#8A5000", "#FDF0D6", "#C27C0E"),
        Meaning.ENGINE: _shades("#0A6580", "#DDF1F7", "#1E93B4"),
        Meaning.DAMAGED: _shades("#B3241D", "#FDE7E5", "#D9463E"),
        Meaning.REFLECTION: _shades("#5A6390", "#EDEEF1", "#7F88BC"),
        Meaning.NEUTRAL: _shades("#50535D", "#EDEEF1", "#8A8D99"),
        Meaning.ACCENT: _shades("#3D52D5", "#E6EAFD", "#3D52D5"),
    },
)

DARK = Tokens(
    window=QColor("#17181B"),
    surface=QColor("#1E1F23"),
    sunken=QColor("#131417"),
    hover=QColor("#26282D"),
    line=QColor("#2D2F35"),
    strong=QColor("#474A53"),
    control=QColor("#727682"),
    text=QColor("#ECEDF0"),
    text2=QColor("#B4B7C1"),
    text3=QColor("#9EA2AE"),
    accent=QColor("#98A6FF"),
    accent_fill=QColor("#5266E8"),
    on_accent=QColor("#FFFFFF"),
    selected=QColor("#2B3160"),
    selected_idle=QColor("#2C2E35"),
    added=QColor("#163527"),
    added_word=QColor("#22573F"),
    removed=QColor("#43201E"),
    removed_word=QColor("#71302C"),
    scrim=QColor(0, 0, 0, 128),
    meanings={
        Meaning.IN: _shades("#63CC9B", "#17382A", "#3FA878"),
        Meaning.OUT: _shades("#9EA2AE", "#2A2C32", "#6E727E"),
        Meaning.SUPERSEDED: _shades("#D9A0DF", "#3B2641", "#B06BB7"),
        Meaning.CAUTION: _shades("#EBB557", "#3D2E12", "#C98A22"),
        Meaning.ENGINE: _shades("#66C6E3", "#12353F", "#2B9DBD"),
        Meaning.DAMAGED: _shades("#FF918A", "#48211E", "#E0574F"),
        Meaning.REFLECTION: _shades("#A9B1DE", "#2A2C32", "#6A73A6"),
        Meaning.NEUTRAL: _shades("#B4B7C1", "#131417", "#6E727E"),
        Meaning.ACCENT: _shades("#98A6FF", "#2B3160", "#5266E8"),
    },
)


def high_contrast(system: QPalette) -> Tokens:
    """Return tokens that use only the system's own colours: no tints, words carry all."""
    ground = system.color(QPalette.ColorRole.Base)
    text = system.color(QPalette.ColorRole.Text)
    mark = system.color(QPalette.ColorRole.Highlight)
    link = system.color(QPalette.ColorRole.Link)
    plain = Shades(text, ground, text)
    meanings = dict.fromkeys(Meaning, plain) | {Meaning.ACCENT: Shades(link, ground, mark)}
    return Tokens(
        window=ground,
        surface=ground,
        sunken=ground,
        hover=mix(ground, text, 0.15),
        line=text,
        strong=text,
        control=text,
        text=text,
        text2=text,
        text3=text,
        accent=link,
        accent_fill=mark,
        on_accent=system.color(QPalette.ColorRole.HighlightedText),
        selected=mix(ground, mark, 0.3),
        selected_idle=mix(ground, text, 0.2),
        added=ground,
        added_word=mix(ground, text, 0.25),
        removed=ground,
        removed_word=mix(ground, text, 0.25),
        scrim=QColor(0, 0, 0, 160),
        meanings=meanings,
    )
