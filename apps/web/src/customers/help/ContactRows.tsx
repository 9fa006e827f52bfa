import type { HelpView } from '@larkmere/contract/customers/help';
import { Accessibility, ChevronRight, type LucideIcon, Megaphone, MessageSquareText, Phone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { groupHours, telephoneLink } from './hours.ts';
import { useIsOwn } from './own.ts';
import { helpAddress } from './topics.ts';
import { useOpensText } from './use-answer-text.ts';

export function ContactRows({ help }: { help: HelpView }) {
  const t = useTranslations('help');
  const isOwn = useIsOwn();
  const { answer } = useOpensText(help);
  return (
    <section
      aria-label={t('contact.title')}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {isOwn && (
        <div className="lg:hidden">
          <LinkRow address={helpAddress.message()} icon={MessageSquareText} title={t('message.title')} text={answer} />
        </div>
      )}
      <TelephoneRow help={help} />
      <LinkRow
        address={helpAddress.complaint}
        icon={Megaphone}
        title={t('contact.complaint')}
        text={t('contact.complaintText', { days: help.complaintDays })}
      />
      <LinkRow
        address={helpAddress.accessibility}
        icon={Accessibility}
        title={t('contact.accessibility')}
        text={t('contact.accessibilityText')}
      />
    </section>
  );
}

const rowClass = 'flex min-h-16 items-center gap-3.5 px-4 py-3 first:rounded-t-card last:rounded-b-card lg:px-5';

type LinkRowProps = { address: string; icon: LucideIcon; title: string; text: string };

const LinkRow = ({ address, icon: Icon, title, text }: LinkRowProps) => (
  <OwnLink address={address} className={`${rowClass} transition-colors hover:bg-page`}>
    <Icon size={20} className="shrink-0 text-brand-text" aria-hidden />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{title}</span>
      <span className="block text-small text-text-muted">{text}</span>
    </span>
    <ChevronRight size={20} className="shrink-0 text-text-muted" aria-hidden />
  </OwnLink>
);

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

function TelephoneRow({ help }: { help: HelpView }) {
  const t = useTranslations('help.contact');
  const { opens } = useOpensText(help);
  const isOwn = useIsOwn();
  const dayOf = (day: number) => t(`days.${weekdays[day - 1] ?? 'mon'}`);
  return (
    <div className={rowClass}>
      <Phone size={20} className="shrink-0 text-brand-text" aria-hidden />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <a href={telephoneLink(help.telephone)} className="figures font-semibold underline-offset-4 hover:underline">
            {help.telephone}
          </a>
          {help.isOpen ? (
            <StatusPill kind="success">{t('openNow')}</StatusPill>
          ) : (
            opens && <StatusPill kind="neutral">{opens}</StatusPill>
          )}
        </div>
        {groupHours(help.hours).map(({ first, last, opensAt, closesAt }) => (
          <p key={first} className="text-small text-text-muted">
            {t('hours', {
              days: first === last ? dayOf(first) : t('days.range', { from: dayOf(first), to: dayOf(last) }),
              from: opensAt,
              to: closesAt,
            })}
          </p>
        ))}
        {!isOwn && (
          <p className="text-small text-text-muted">
            <a href={`mailto:${help.email}`} className="underline-offset-4 hover:underline">
              {t('email', { email: help.email })}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
