import { createTransport } from 'nodemailer';
import { recordOutgoing } from '../observability/call-log.ts';

export type Mail = Readonly<{ id: string; to: string; subject: string; text: string; html: string }>;
/** Throws if the server is unreachable or wants a retry; `refused` is permanent. */
export type SendMail = (mail: Mail) => Promise<'sent' | 'refused'>;

/** Together shorter than the time that the relay allows for a delivery. */
const smtpTimeouts = (connect: number) =>
  ({ connectionTimeout: connect, greetingTimeout: connect, dnsTimeout: 3000, socketTimeout: 8000 }) as const;

export function openSmtp(url: string, from: string, timeoutMs = 4000): SendMail {
  const transport = createTransport({
    url,
    ...smtpTimeouts(timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>?\s*$/g, '');
  return async ({ id, to, subject, text, html }) => {
    try {
      await recordOutgoing({ partner: 'mail_server', method: 'SEND', path: 'e-mail', request: { id } }, async () => {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { status: 250, body: null };
      });
      return 'sent';
    } catch (error) {
      if (isPermanentRejection(error)) return 'refused';
      throw withoutMessage(error);
    }
  };
}

function isPermanentRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}

/** The answer of the server may quote the message, so the log gets the codes only. Those of nodemailer are text or numbers. */
function withoutMessage(error: unknown): Error {
  const { code = 'unknown', command = '', responseCode = '' } = error as Partial<Record<string, string | number>>;
  return new Error(`mail server: ${code} ${command} ${responseCode}`.trim());
}
