import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

const web = join(import.meta.dirname, '../../apps/web/src');
const read = (file: string): string => readFileSync(join(web, file), 'utf8');

/** What draws texts that come from anywhere: the words "contact us" and "call us" become a link to Help there. */
const kit = [
  'ui/Notice.tsx',
  'ui/ErrorState.tsx',
  'ui/PendingStatus.tsx',
  'notifications/notification/NotificationList.tsx',
  'shell/public/ForbiddenPage.tsx',
];
const drawsLinks = /<(HelpText|Notice|SubmitNotice|ErrorState)\b/;

/** A title of a page is no link, its text below has one; and this text is the label of a link to Help. */
const exempt: readonly string[] = ['customers/contact-recovery confirmedTitle', 'cards/card-payment contact_us'];

describe('a text that says “contact us” or “call us”', () => {
  it.each(kit)('leads to Help in %s', (file) => {
    expect(read(file)).toContain('<HelpText>');
  });

  // Those of the staff area are not for customers, and those of Help are there already.
  const texts = globSync('**/*.texts.ts', { cwd: web })
    .filter((file) => !/^(back-office|shell\/manage|customers\/help)\//.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/(?<key>\w+):\s*'[^'\n]*\b(?:contact|call) us\b[^'\n]*'/gi)].map(({ groups }) => ({
        module: dirname(file),
        key: groups?.key ?? '',
      })),
    );

  it('exists', () => {
    expect(texts.length).toBeGreaterThan(15);
  });

  /** The components that draw a module's texts: its own, and those that name its texts from elsewhere. */
  const pages = globSync('**/*.tsx', { cwd: web }).map((file) => ({ file, source: read(file) }));

  test.each(texts.map(({ module, key }) => [module, key] as const))('%s: %s', (module, key) => {
    if (exempt.includes(`${module} ${key}`)) return;
    const own = pages.filter(({ file }) => dirname(file) === module);
    const named = pages.filter(({ source }) => new RegExp(`['\`.]${key}['\`]`).test(source));
    const drawing = named.length > 0 ? named : own;
    expect(drawing.some(({ source }) => drawsLinks.test(source))).toBe(true);
  });
});
