import PostalMime, { type Email } from 'postal-mime';
import { afterAll, expect } from 'vitest';
import { openMailbox } from '../apps/sandbox-bank/src/mailbox.ts';

/** A real mail server, and what it got for an address, read as a mail program reads it. */
export async function openTestMailbox(port = 0) {
  const { url, mails, close } = await openMailbox(port);
  const mailsTo = (address: string): Promise<Email[]> =>
    Promise.all(mails().flatMap(({ to, message }) => (to.includes(address) ? [PostalMime.parse(message)] : [])));
  return {
    url,
    mailsTo,
    /** Waits until so many have come, and reads them. */
    async waitForMails(address: string, count = 1): Promise<Email[]> {
      await expect.poll(async () => (await mailsTo(address)).length, { timeout: 15_000 }).toBe(count);
      return mailsTo(address);
    },
    close,
  };
}

/** The same for one suite, at whose end it is closed. */
export async function givenMailbox() {
  const mailbox = await openTestMailbox();
  afterAll(mailbox.close);
  return mailbox;
}
