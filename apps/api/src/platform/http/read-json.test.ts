import { expect, it } from 'vitest';
import { z } from 'zod';
import { readIsoMessage } from '../iso20022/iso-message.ts';
import { readJson } from './partner-client.ts';

const hostile = 'Anna\u202e\u200b Lee\u{e0041}';

it('a partner’s JSON comes without hidden characters', () => {
  const sent = { name: hostile, lines: [{ text: hostile }], amount: 5 };
  const escaped = JSON.stringify(sent).replaceAll('\u202e', String.raw`\u202e`);
  expect(readJson(escaped)).toEqual({ name: 'Anna Lee', lines: [{ text: 'Anna Lee' }], amount: 5 });
});

it.each([hostile, 'Anna&#8238;&#x200B; Lee'])('a bank’s message %j comes without hidden characters', (name) => {
  const document = `<Document><Nm>${name}</Nm></Document>`;
  expect(readIsoMessage(document, z.object({ Nm: z.string() }))).toEqual({ Nm: 'Anna Lee' });
});
