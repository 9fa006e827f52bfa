import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const web = join(import.meta.dirname, '../apps/web');
const css = readFileSync(join(web, 'src/styles/tokens.css'), 'utf8');

type Tokens = Record<string, string>;

function tokensOf(selector: string): Tokens {
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf('\n}', from));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['page', 'surface', 'raised', 'sunken'];
const everywhere = (ink: string): [string, string][] => grounds.map((ground) => [ink, ground]);

const texts: [ink: string, ground: string][] = [
  ...['text', 'text-muted', 'text-faint', 'brand-text', 'danger', 'success'].flatMap(everywhere),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-brand', 'brand-active'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-panel', 'panel'],
  ['brand-text', 'brand-soft'],
  ['accent-text', 'accent-soft'],
  ...['brand', 'success', 'warning', 'danger', 'info'].map((kind): [string, string] => ['text', `${kind}-soft`]),
  ...['success', 'warning', 'danger', 'info'].map((kind): [string, string] => [kind, `${kind}-soft`]),
];
const shapes: [ink: string, ground: string][] = [
  ...['line-strong', 'focus', 'brand'].flatMap(everywhere),
  ...['chart-1', 'chart-2'].map((line): [string, string] => [line, 'surface']),
];

describe.each([
  ['light', ':root'],
  ['dark', '[data-theme="dark"]'],
])('%s theme', (_, selector) => {
  const tokens = tokensOf(selector);
  const colour = (name: string) => tokens[name] ?? expect.fail(`no token ${name}`);

  it.each(texts)('text %s has enough contrast on %s', (ink, ground) => {
    expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('shape %s has enough contrast on %s', (ink, ground) => {
    expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

const coloursIn = (file: string): string[] =>
  [...readFileSync(join(web, file), 'utf8').matchAll(/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi)].map(([colour]) =>
    colour.toLowerCase(),
  );

/** Flags, marks of other companies, the plastic of cards, and black on white paper. */
const ownColours = [
  'ui/CurrencyFlag.tsx',
  'cards/card/CardLogo.tsx',
  'cards/issued-card/card-art.css',
  'styles/print.css',
];

it('names a colour in tokens.css only', () => {
  const allowed = new Set(['styles/tokens.css', ...ownColours].map((file) => `src/${file}`));
  const files = globSync('src/**/*.{css,tsx}', { cwd: web });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !allowed.has(file) && coloursIn(file).length > 0)).toEqual([]);
});

it('gives the icon, which cannot read them, the colours of the light theme', () => {
  const light = Object.values(tokensOf(':root'));
  expect(coloursIn('public/icon.svg').filter((colour) => !light.includes(colour))).toEqual([]);
});
