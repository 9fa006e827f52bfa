import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { sendSandboxPage } from '../sandbox-page.ts';
import type { Mailbox, ReceivedMail } from './mailbox.ts';
import { frameHtml, mailListPage, mailMissingPage, mailPage } from './pages.ts';

type Params = { Params: { id: string } };

/** Shows the e-mails that arrived, newest first, for the person who runs the demo. */
export function mailRoutes(app: FastifyInstance, mailbox: Mailbox): void {
  const find = (id: string): ReceivedMail | undefined => mailbox.mails().find((mail) => String(mail.id) === id);

  app.get('/mail', async (_request, reply) => {
    const rows = await Promise.all(
      mailbox
        .mails()
        .toReversed()
        .map(async (mail) => ({ ...mail, subject: (await PostalMime.parse(mail.message)).subject ?? '' })),
    );
    return sendSandboxPage(reply, 200, mailListPage(rows));
  });

  app.get<Params>('/mail/:id', async (request, reply) => {
    const mail = find(request.params.id);
    if (!mail) return sendSandboxPage(reply, 404, mailMissingPage());
    return sendSandboxPage(reply, 200, mailPage(mail, await PostalMime.parse(mail.message)));
  });

  app.get<Params>('/mail/:id/html', async (request, reply) => {
    const mail = find(request.params.id);
    if (!mail) return sendSandboxPage(reply, 404, mailMissingPage());
    const { html = '' } = await PostalMime.parse(mail.message);
    return reply
      .headers({
        'content-security-policy':
          "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(frameHtml(html));
  });
}
