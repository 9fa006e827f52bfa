import { inflateSync } from 'node:zlib';

export type ReadPdf = Readonly<{ text: string; pages: number; names: ReadonlySet<string> }>;

export function readPdf(bytes: Uint8Array): ReadPdf {
  const whole = Buffer.from(bytes).toString('latin1');
  if (!whole.startsWith('%PDF-') || !/%%EOF\s*$/.test(whole)) throw new Error('this is no whole PDF');
  const objects = new Map(
    [...whole.matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g)].map(([, id = '', body = '']) => [id, body]),
  );
  const bodies = [...objects.values()].map((body) => ({ body, stream: streamOf(body) }));
  const fonts = fontsOf(objects);
  const drawings = bodies.filter(({ stream }) => stream && /\bBT\b[\s\S]*\bET\b/.test(stream));
  return {
    text: drawings.map(({ stream }) => textOf(stream ?? '', fonts)).join('\n'),
    pages: bodies.filter(({ body }) => /\/Type \/Page\b(?!s)/.test(body)).length,
    names: new Set(bodies.flatMap(({ body }) => body.split('stream', 1)[0]?.match(/\/[A-Za-z]+/g) ?? [])),
  };
}

/** Uses the declared length, because compressed data can end with bytes that look like a line break. */
function streamOf(body: string): string | undefined {
  const begin = /stream\r?\n/.exec(body);
  if (!begin) return undefined;
  const from = begin.index + begin[0].length;
  const data = body.slice(from, from + Number(/\/Length (\d+)/.exec(body)?.[1]));
  const bytes = Buffer.from(data, 'latin1');
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : data;
}

type Glyphs = ReadonlyMap<string, string>;

function fontsOf(objects: ReadonlyMap<string, string>): ReadonlyMap<string, Glyphs> {
  const fonts = new Map<string, Glyphs>();
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      if (table) fonts.set(name, glyphsOf(streamOf(objects.get(table) ?? '') ?? ''));
    }
  return fonts;
}

/** pdfkit lists the letters of consecutive glyphs: `<0000> <00ff> [<0020> <0e19 0e49>]`. */
function glyphsOf(table: string): Glyphs {
  const glyphs = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [i, [, letters = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + i).toString(16).padStart(4, '0');
      const units = letters.replace(/\s/g, '').match(/.{4}/g) ?? [];
      glyphs.set(code, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
    }
  return glyphs;
}

function textOf(drawing: string, fonts: ReadonlyMap<string, Glyphs>): string {
  let glyphs: Glyphs = new Map();
  let text = '';
  for (const [part, font] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|<[0-9a-f]+>|\bET\b/gi)) {
    if (font) glyphs = fonts.get(font) ?? new Map();
    else if (part === 'ET') text += '\n';
    else for (const code of part.match(/[0-9a-f]{4}/gi) ?? []) text += glyphs.get(code.toLowerCase()) ?? '\uFFFD';
  }
  return text;
}
