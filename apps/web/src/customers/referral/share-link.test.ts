import { expect, it } from 'vitest';
import { shareLink } from './share-link.ts';

const shared = { text: 'Join me', url: 'https://bank.larkmere.example/ref/LM-1' };

function deviceWith({ share, canCopy = true }: { share?: () => Promise<void>; canCopy?: boolean }) {
  const copied: string[] = [];
  const clipboard = {
    writeText: async (text: string) => {
      if (!canCopy) throw new DOMException('', 'NotAllowedError');
      copied.push(text);
    },
  };
  return { copied, device: { clipboard, ...(share && { share }) } };
}

it('opens the sheet of the device, and copies nothing', async () => {
  const { device, copied } = deviceWith({ share: async () => {} });
  expect([await shareLink(device, shared), copied]).toEqual(['shared', []]);
});

it('copies nothing when the person closes the sheet', async () => {
  const { device, copied } = deviceWith({ share: () => Promise.reject(new DOMException('', 'AbortError')) });
  expect([await shareLink(device, shared), copied]).toEqual(['dismissed', []]);
});

it('copies the link without a sheet, and when the sheet is not allowed', async () => {
  const without = deviceWith({});
  expect([await shareLink(without.device, shared), without.copied]).toEqual(['copied', [shared.url]]);
  const refused = deviceWith({ share: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
  expect([await shareLink(refused.device, shared), refused.copied]).toEqual(['copied', [shared.url]]);
});

it('fails where nothing is allowed', async () => {
  expect(await shareLink(deviceWith({ canCopy: false }).device, shared)).toBe('failed');
  expect(await shareLink({}, shared)).toBe('failed');
});
