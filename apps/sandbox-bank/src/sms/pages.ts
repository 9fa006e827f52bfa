import { formatTime, sandboxNav } from '../mail/pages.ts';
import { escapeHtml, renderSandboxPage } from '../sandbox-page.ts';

export type ReceivedSms = Readonly<{ id: string; to: string; text: string; receivedAt: string }>;

export function smsListPage(messages: readonly ReceivedSms[]): string {
  const rows = messages.map(
    ({ to, text, receivedAt }) =>
      `<tr><td>${escapeHtml(to)}</td><td>${escapeHtml(text)}</td><td>${formatTime(receivedAt)}</td></tr>`,
  );
  const table = `<table><thead><tr><th>To</th><th>Text</th><th>Received</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return renderSandboxPage({
    title: 'Text messages · Sandbox',
    banner: 'No text message leaves this computer. These are the messages that Larkmere sent.',
    content: `${sandboxNav('/sms')}<h1>Text messages</h1>${messages.length > 0 ? table : '<p>No text messages yet.</p>'}`,
    isWide: true,
    head: '<meta http-equiv="refresh" content="10">',
  });
}
