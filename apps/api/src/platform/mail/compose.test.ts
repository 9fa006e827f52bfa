import { cardEmails } from '@larkmere/messages/en/card-emails';
import { emails as generalEmails } from '@larkmere/messages/en/emails';
import { helpEmails } from '@larkmere/messages/en/help-emails';
import { kycEmails } from '@larkmere/messages/en/kyc-emails';
import { partnerEmails } from '@larkmere/messages/en/partner-emails';
import { priceNotices } from '@larkmere/messages/en/price-notices';
import { staffEmails } from '@larkmere/messages/en/staff-emails';
import { supportEmails } from '@larkmere/messages/en/support-emails';
import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { mailTemplates } from './templates.ts';

const reader = { firstName: 'Anong', supportPhone: '020 7946 0018', language: 'en' } as const;
const lockedAt = new Date('2026-11-23T10:02:00Z');

const emails = {
  ...generalEmails,
  ...cardEmails,
  ...helpEmails,
  ...supportEmails,
  ...staffEmails,
  ...kycEmails,
  ...partnerEmails,
  ...priceNotices,
};

describe('an e-mail', () => {
  it('is rendered as plain text and as HTML, with the footer', () => {
    const { subject, text, html } = compose('email_pin_locked', reader, { lockedAt });
    expect(subject).toBe('Your PIN is locked');
    expect(text).toMatch(/^Hello Anong,\n\nYour money is safe\. Your PIN was entered wrongly/);
    for (const part of [text, html]) {
      expect(part).toContain('so we locked it on Mon 23 Nov 2026, 10:02 UK time.');
      expect(part).toContain('call us straight away on 020 7946 0018.');
      expect(part).toContain('Larkmere is an agent of an authorised electronic money institution.');
      expect(part).not.toMatch(/[{}]/);
    }
  });

  it('says of the code of consent, and of no other, that it may be read out', () => {
    const parameters = { staffName: 'Mira Castell', code: '482913', expiresAt: lockedAt };
    const consent = compose('email_consent_code', reader, parameters).text;
    expect(consent).toContain('Only read out this code while you talk to us about your question.');
    expect(consent).not.toMatch(/never ask for your PIN, password or codes/);
    expect(consent).toContain('Larkmere is an agent of an authorised electronic money institution.');
    const other = compose('email_pin_locked', reader, { lockedAt }).text;
    expect(other).toContain('never ask for your PIN, password or codes');
    expect(other).not.toContain('read out');
  });

  it('removes HTML, links and line breaks from a name, and truncates it', () => {
    const firstName = `<b>Anong</b>\r\nBcc: x https://evil.example/reset me@evil.example ${'a'.repeat(500)}`;
    const { text, html } = compose('email_pin_locked', { ...reader, firstName }, { lockedAt });
    expect(html).not.toContain('<b>');
    expect(html).toContain('Hello &lt;b&gt;Anong&lt;/b&gt; Bcc: x');
    for (const part of [text, html]) expect(part).not.toMatch(/\r|:\/\/|evil\.example|@|a{141}/);
    expect(text.split('\n')[0]?.length).toBeLessThanOrEqual('Hello ,'.length + 140);
  });

  it('keeps what staff write to a customer whole, without links', () => {
    const letter = `${'We are checking a few payments. '.repeat(12)}Open https://evil.example now.`;
    const { text } = compose('email_account_status_changed', reader, { status: 'restricted', letter });
    expect(text).toContain('We are checking a few payments. '.repeat(12));
    expect(text).not.toContain('evil.example');
  });

  it('links our own address only, on a line of its own', () => {
    const resetLink = 'https://larkmere.example/forgot-login/a_b-c';
    const parameters = { resetLink, expiresAt: lockedAt, loginName: 'LM-1 https://evil.example' };
    const { text, html } = compose('email_reset_password', reader, parameters);
    expect(text).toContain(`\n\n${resetLink}\n\n`);
    expect(html).toContain(`<p><a href="${resetLink}">${resetLink}</a></p>`);
    for (const part of [text, html]) expect(part).not.toContain('evil.example');
    expect(html.match(/href/g)).toHaveLength(1);
  });

  it.each(mailTemplates)('%s has no link and at most 120 words', (code) => {
    const linked: readonly string[] = [
      'email_reset_password',
      'email_confirm_address',
      'email_new_device',
      'email_team_invitation',
      'email_staff_invitation',
      'email_kyc_person_link',
      'email_member_check_link',
      'email_member_check_returned',
      'email_password_link',
      'email_statement_ready',
      'email_pin_reset_by_us',
      'email_factor_reset_requested',
      'email_factor_reset_submitted',
      'email_factor_reset_approved',
      'email_contact_recovery',
      'email_contact_confirm',
      'email_price_rise',
      'email_price_rise_cancelled',
    ];
    const hasLink = linked.includes(code);
    const text = hasLink
      ? emails[code].replaceAll(
          /\n\n\{(reset|confirm|device|invite|person|pin|statement|tariff|close|stop)Link\}\n\n/g,
          ' ',
        )
      : emails[code];
    expect(emails[`${code}_subject`]).not.toMatch(/[{}]/);
    expect(text).not.toMatch(/:\/\/|www\.|\{\w*[lL]ink\}/);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(120);
  });
});
