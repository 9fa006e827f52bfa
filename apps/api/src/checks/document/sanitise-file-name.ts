const maxLength = 120;

export function sanitiseFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*;%$`&#]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length).slice(0, maxLength - extension.length);
  return `${stem.replace(/[\uD800-\uDBFF]$/, '') || 'document'}${extension.toLowerCase()}`;
}
