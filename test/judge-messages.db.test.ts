import { expect, test } from 'vitest';
import { givenOrder } from '../apps/sandbox-bank/src/given-bank.ts';
import { asOwner, openTestDatabase } from './database.ts';
import { checkMessages, complaintsAbout, isJudged } from './judge-messages.ts';

const database = await openTestDatabase();
const { document } = givenOrder();

const broken = document.replace(/<CtrlSum>[^<]*<\/CtrlSum>|<MsgId>[^<]*<\/MsgId>/, '');

// If validation silently did nothing, every other suite would accept invalid messages.
test.runIf(isJudged)('reports an invalid message', () => {
  expect(complaintsAbout([document])).toBe('');
  expect(complaintsAbout([document, broken])).toContain('fails to validate');
  expect(complaintsAbout(['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.99"/>'])).toContain(
    'no schema',
  );
  expect(complaintsAbout(['<answer/>'])).toContain('no schema');
});

test.runIf(isJudged).each(['in', 'out'])('reports an invalid message that a suite stored: %s', async (direction) => {
  await checkMessages(database.url);
  const row = `insert into payment.message (direction, kind, document, at)
    values ('${direction}', 'planted', '${broken.replaceAll("'", "''")}', now())`;
  await asOwner(database, row);
  await expect(checkMessages(database.url)).rejects.toThrow('fails to validate');
  await asOwner(database, 'alter table payment.message disable trigger user');
  await asOwner(database, 'delete from payment.message');
});
