import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = Readonly<{
  id: number;
  from: string;
  to: readonly string[];
  receivedAt: string;
  message: string;
}>;
export type Mailbox = Readonly<{ url: string; mails: () => readonly ReceivedMail[]; close: () => Promise<void> }>;

const maxMails = 1000;
const maxBytes = 1024 * 1024;

export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let lastId = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    onRcptTo({ address }, _session, done) {
      done(/^unknown@/i.test(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      buffer(stream).then(
        (bytes) => {
          if (stream.sizeExceeded) return done(Object.assign(new Error('Too large'), { responseCode: 552 }));
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          lastId += 1;
          mails.push({ id: lastId, from, to, receivedAt: new Date().toISOString(), message: bytes.toString('utf8') });
          mails.splice(0, mails.length - maxMails);
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  server.on('error', (error) => console.error('Sandbox mail:', error.message));
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails: () => mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
