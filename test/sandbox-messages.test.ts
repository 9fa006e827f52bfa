import { afterAll, expect, test } from 'vitest';
import { openSmtp } from '../apps/api/src/platform/mail/smtp.ts';
import { openSmsGateway } from '../apps/api/src/platform/sms/sms-gateway.ts';
import { buildApp } from '../apps/sandbox-bank/src/app.ts';
import { openMailbox } from '../apps/sandbox-bank/src/mail/mailbox.ts';
import { openBank } from '../apps/sandbox-bank/src/open-bank.ts';

const bank = openBank({ storeFile: ':memory:', port: 0, smtpPort: 0, larkmereUrl: '', railSecret: 'secret of a test' });
const mailbox = await openMailbox();
const app = buildApp(bank, mailbox);
const base = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await Promise.all([bank.close(), mailbox.close()]);
});
const show = async (path: string) => {
  const reply = await fetch(base + path);
  return { status: reply.status, text: await reply.text(), policy: reply.headers.get('content-security-policy') };
};
const link = 'https://larkmere.example/register-confirm?id=1&code=a_b-c';
const shownLink = 'https://larkmere.example/register-confirm?id=1&#38;code=a_b-c';

test('e-mails are listed newest first and shown with links that work, and their HTML cannot run', async () => {
  const send = openSmtp(mailbox.url, 'Larkmere <post@larkmere.example>');
  const mail = { to: 'boon@larkmere.example', subject: 'Confirm <b>your</b> address', text: `Open\n\n${link}\n\nBye` };
  expect(
    await send({ ...mail, id: 'one', html: `<html><head></head><body><a href="${link}">x</a></body></html>` }),
  ).toBe('sent');
  await send({ ...mail, id: 'two', subject: 'Second', html: '<script>1</script>' });
  const list = await show('/mail');
  expect(list.text.indexOf('Second')).toBeLessThan(list.text.indexOf('Confirm &#60;b&#62;your&#60;/b&#62; address'));
  const shown = await show('/mail/1');
  expect(shown.text).toContain(`<a href="${shownLink}" rel="noreferrer">${shownLink}</a>`);
  expect(shown.policy).toContain("default-src 'none'");
  const frame = await show('/mail/1/html');
  expect(frame.text).toContain('<head><base target="_top"></head>');
  expect(frame.policy).toMatch(/^sandbox allow-top-navigation-by-user-activation; default-src 'none'/);
  expect((await show('/mail/99')).status).toBe(404);
});

test('an e-mail keeps its headers whatever the name and the address contain', async () => {
  const send = openSmtp(mailbox.url, 'Larkmere <post@larkmere.example>');
  const to = 'dara@larkmere.example\r\nBcc: thief@evil.example';
  await send({ id: 'email_x.7', to, subject: 'Hello\r\nBcc: thief@evil.example', text: 'x', html: 'x' }).catch(
    () => {},
  );
  const arrived = mailbox.mails().filter(({ to: all }) => all.some((address) => address.includes('evil')));
  expect(arrived).toEqual([]);
  await send({
    id: 'email_x.8',
    to: 'dara@larkmere.example',
    subject: 'A\r\nBcc: thief@evil.example',
    text: '',
    html: '',
  });
  const [headers] = mailbox.mails().at(-1)?.message.split('\r\n\r\n') ?? [];
  expect(headers).toContain('Message-ID: <email_x.8@larkmere.example>');
  expect(headers).toContain('Auto-Submitted: auto-generated');
  expect(headers).not.toMatch(/^bcc:/im);
});

test('an address that does not exist is refused for good, and an absent server is not', async () => {
  const mail = { id: 'x', subject: 'x', text: 'secret link', html: 'x' };
  expect(await openSmtp(mailbox.url, 'a@b.example')({ ...mail, to: 'unknown@larkmere.example' })).toBe('refused');
  const absent = openSmtp('smtp://127.0.0.1:9', 'a@b.example')({ ...mail, to: 'dara@larkmere.example' });
  await expect(absent).rejects.toThrow(/^mail server: E\w+/);
});

test('text messages are shown once each, and numbers that end in 0000 get none', async () => {
  const send = openSmsGateway(`${base}/sms/messages`, 'key');
  const message = { id: 'sms.1', to: '+447700900123', text: 'Larkmere: <b>changed</b>' };
  expect([await send(message), await send(message)]).toEqual(['sent', 'sent']);
  expect(await send({ ...message, id: 'sms.2', to: '+447700900000' })).toBe('refused');
  const { text } = await show('/sms');
  expect(text.match(/Larkmere: &#60;b&#62;changed/g)).toHaveLength(1);
  expect(text).not.toContain('900000');
});
