import { createTransport } from 'nodemailer';

/** One e-mail to one reader. The id is the same each time that it is tried, so that a receiver can tell a repeat. */
export type Mail = Readonly<{ id: string; to: string; subject: string; text: string; html: string }>;
/** Hands an e-mail over. Throws when the server is out of reach or wants another try; `refused` is for ever. */
export type SendMail = (mail: Mail) => Promise<'sent' | 'refused'>;

/** Together less than the relay waits for a delivery. */
const limits = { connectionTimeout: 4000, greetingTimeout: 4000, dnsTimeout: 3000, socketTimeout: 8000 } as const;

export function openSmtp(url: string, from: string): SendMail {
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  const domain = from.replace(/^.*@|>?\s*$/g, '');
  return async ({ id, to, subject, text, html }) => {
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return 'sent';
    } catch (error) {
      if (isPermanent(error)) return 'refused';
      throw error;
    }
  };
}

/** The server will never take this e-mail: no such reader, or not for us. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
