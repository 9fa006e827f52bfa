import PostalMime, { type Email } from 'postal-mime';
import { afterAll, expect } from 'vitest';
import { openMailbox } from '../apps/sandbox-bank/src/mailbox.ts';

export async function openTestMailbox(port = 0) {
  const { url, mails, close } = await openMailbox(port);
  const mailsTo = (address: string): Promise<Email[]> =>
    Promise.all(mails().flatMap(({ to, message }) => (to.includes(address) ? [PostalMime.parse(message)] : [])));
  return {
    url,
    mailsTo,
    async waitForMails(address: string, count = 1): Promise<Email[]> {
      await expect.poll(async () => (await mailsTo(address)).length, { timeout: 15_000 }).toBe(count);
      return mailsTo(address);
    },
    close,
  };
}

export async function givenMailbox() {
  const mailbox = await openTestMailbox();
  afterAll(mailbox.close);
  return mailbox;
}
