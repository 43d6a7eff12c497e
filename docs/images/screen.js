// Makes a picture of a terminal's screen: reads what `tmux capture-pane -e -p` prints, writes an SVG.
// usage: node screen.js COLUMNS ROWS TITLE <screen >picture.svg
"use strict";

const [columns, rows, title] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const [cell, line, margin] = [8, 18, 10];
const [back, front, faint] = ["#1e2127", "#d5d8df", "#868c98"];

// The sixteen colours of terminals, on this ground.
const colours = [
    "#5c6370", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#b3b9c5",
    "#868c98", "#f08790", "#b1d494", "#efd08f", "#83c4f7", "#d897ea", "#7fd0da", "#ffffff",
];

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

// The strokes of characters that frames are made of, in a cell: their letters join from cell to cell in no font of
// another width. A row of dashes is one stroke.
const [half, middle] = [cell / 2, line / 2];
const frames = {
    "│": `m${half} 0v${line}`,
    "┌": `m${cell} ${middle}h${-half}v${middle}`,
    "┐": `m0 ${middle}h${half}v${middle}`,
    "└": `m${half} 0v${middle}h${half}`,
    "┘": `m${half} 0v${middle}h${-half}`,
};
const stroke = (text) => frames[text] ?? `m0 ${middle}h${[...text].length * cell}`;

// Pieces of a line with one style each: column, text, style.
function pieces(text, style) {
    const found = [];
    let column = 0;
    for (const part of text.split(/(\x1b\[[\d;]*m|\x1b\(B|\x0f)/)) {
        const codes = /^\x1b\[([\d;]*)m$/.exec(part);
        if (codes) {
            const list = codes[1].split(";").map(Number);
            while (list.length > 0) {
                const code = list.shift();
                if (code === 0) Object.assign(style, { bold: false, dim: false, reversed: false, colour: null });
                if (code === 1) style.bold = true;
                if (code === 2) style.dim = true;
                if (code === 7) style.reversed = true;
                if (code === 22) Object.assign(style, { bold: false, dim: false });
                if (code === 27) style.reversed = false;
                if (code >= 30 && code <= 37) style.colour = colours[code - 30];
                if (code >= 90 && code <= 97) style.colour = colours[code - 82];
                if (code === 39) style.colour = null;
                // A colour by its number; grounds are not drawn.
                if (code === 38 || code === 48) {
                    const [, number] = list.splice(0, 2);
                    if (code === 38) style.colour = colours[number] ?? null;
                }
            }
        } else if (part && !/^[\x1b\x0f]/.test(part)) {
            found.push({ column, text: part, style: { ...style } });
            column += [...part].length;
        }
    }
    return found;
}

function drawn({ column, text, style }, row) {
    const [x, y, width] = [margin + column * cell, margin + row * line, [...text].length * cell];
    const fill = style.reversed ? back : style.dim ? faint : (style.colour ?? front);
    const box = style.reversed
        ? `<rect x="${x}" y="${y}" width="${width}" height="${line}" fill="${front}"/>`
        : "";
    if (!text.trim()) return box;
    const look = (fill === front ? "" : ` fill="${fill}"`) + (style.bold ? ' font-weight="bold"' : "");
    let [texts, path] = ["", ""];
    // Each word stands in its own column: not every viewer heeds textLength, or keeps spaces.
    for (const { 0: word, index } of text.matchAll(/─+|[│┌┐└┘]|[^\s─│┌┐└┘]+/g)) {
        const [left, length] = [x + [...text.slice(0, index)].length * cell, [...word].length * cell];
        if (/^[─│┌┐└┘]/.test(word)) path += `M${left} ${y}${stroke(word)}`;
        else texts += `<text x="${left}" y="${y + 14}" textLength="${length}"${look}>${escaped(word)}</text>\n`;
    }
    if (path) texts += `<path d="${path}" fill="none" stroke="${fill}"/>\n`;
    return box + texts.trimEnd();
}

const style = { bold: false, dim: false, reversed: false, colour: null };
const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(0, rows);
const text = lines.flatMap((one, row) => pieces(one, style).map((piece) => drawn(piece, row)));
const [width, height] = [2 * margin + columns * cell, 2 * margin + rows * line];
console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<rect width="${width}" height="${height}" rx="6" fill="${back}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="${front}">
${text.filter(Boolean).join("\n")}
</g>
</svg>`);
