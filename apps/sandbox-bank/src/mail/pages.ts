import type { Email } from 'postal-mime';
import { escapeHtml, renderSandboxPage } from '../sandbox-page.ts';
import type { ReceivedMail } from './mailbox.ts';

const banner = 'No e-mail leaves this computer. These are the e-mails that Larkmere sent.';
const refresh = '<meta http-equiv="refresh" content="10">';

export const sandboxNav = (current: '/mail' | '/sms'): string =>
  `<nav aria-label="Messages">${link('/mail', 'E-mails', current)}${link('/sms', 'Text messages', current)}</nav>`;

const link = (path: string, name: string, current: string): string =>
  `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>`;

export const formatTime = (iso: string): string =>
  `<time datetime="${iso}">${escapeHtml(new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }))}</time>`;

export function mailListPage(mails: readonly (ReceivedMail & Readonly<{ subject: string }>)[]): string {
  const rows = mails.map(
    ({ id, to, subject, receivedAt }) =>
      `<tr><td><a href="/mail/${id}">${escapeHtml(subject || '(no subject)')}</a></td><td>${escapeHtml(to.join(', '))}</td><td>${formatTime(receivedAt)}</td></tr>`,
  );
  const table = `<table><thead><tr><th>Subject</th><th>To</th><th>Received</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const content = `${sandboxNav('/mail')}<h1>E-mails</h1>${mails.length > 0 ? table : '<p>No e-mails yet. They appear here as soon as Larkmere sends one.</p>'}`;
  return renderSandboxPage({ title: 'E-mails · Sandbox', banner, content, isWide: true, head: refresh });
}

export function mailPage({ id, from, to, receivedAt }: ReceivedMail, { subject = '', text = '', html }: Email): string {
  const content = `${sandboxNav('/mail')}<h1>${escapeHtml(subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(from)}</dd><dt>To</dt><dd>${escapeHtml(to.join(', '))}</dd><dt>Received</dt><dd>${formatTime(receivedAt)}</dd></dl>
<h2>Plain text</h2><pre>${linkUrls(text)}</pre>
${html ? `<h2>HTML</h2><iframe title="The e-mail as HTML" src="/mail/${id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>` : ''}`;
  return renderSandboxPage({ title: `${subject} · Sandbox`, banner, content, isWide: true });
}

export const mailMissingPage = (): string =>
  renderSandboxPage({
    title: 'No such e-mail · Sandbox',
    banner,
    content: `${sandboxNav('/mail')}<h1>This e-mail is not here</h1><p>The sandbox keeps the latest 1,000 e-mails until it stops.</p>`,
  });

const linkUrls = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/(?:[^\s<>&]|&#38;)+/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`);

/** Links of an e-mail open in the whole window, not in its frame. */
export const frameHtml = (html: string): string =>
  html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_top">`);
