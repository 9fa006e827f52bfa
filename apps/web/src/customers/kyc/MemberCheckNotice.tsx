import type { MemberCheckView } from '@larkmere/contract/customers/member-check';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useNow, useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { memberCheckQuery, useSendMemberLink } from './member-check.api.ts';

/** What somebody who joined still has to prove before they move money, and how far that is. */
export function MemberCheckNotice() {
  const t = useTranslations('kycPage.member');
  const { customer } = useSession();
  const { data: check } = useQuery(memberCheckQuery);
  if (!check || check.state === 'verified') return null;
  const { state, refused } = check;
  return (
    <section aria-label={t(`title.${state}`)} className="mx-auto mb-5 w-full max-w-[820px]">
      <Notice
        kind={state === 'in_review' ? 'info' : 'warning'}
        title={t(`title.${state}`)}
        action={state !== 'in_review' && <CheckActions check={check} />}
      >
        {refused.length > 0 ? (
          <ul>
            {refused.map(({ title, reason }) => (
              <li key={title}>{t('refused', { title, reason })}</li>
            ))}
          </ul>
        ) : (
          <p>{t(`text.${state}`, { firm: customer.name })}</p>
        )}
      </Notice>
    </section>
  );
}

function CheckActions({ check: { state, link, canSendFrom } }: { check: MemberCheckView }) {
  const t = useTranslations('kycPage.member');
  const { at } = useDateTimeTexts();
  const now = useNow({ updateInterval: 60_000 });
  const send = useSendMemberLink();
  const open = useOpenForm();
  const isWaiting = canSendFrom !== null && new Date(canSendFrom) > now;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button busy={open.isPending} onClick={() => open.start(link)}>
        {t(state === 'rejected' ? 'again' : 'start')}
      </Button>
      {isWaiting ? (
        <span className="text-small text-text-muted">{t('mailFrom', { moment: at(canSendFrom) })}</span>
      ) : (
        <LinkButton
          aria-disabled={send.isPending || undefined}
          onClick={() => {
            if (!send.isPending)
              send.mutate(undefined, { onSuccess: () => showToast({ kind: 'success', text: t('mailed') }) });
          }}
        >
          {t('mail')}
        </LinkButton>
      )}
    </div>
  );
}

/** Whoever was never asked, or whose link is too old, gets a new one first. */
function useOpenForm() {
  const navigate = useNavigate();
  const { refetch } = useQuery(memberCheckQuery);
  const { mutateAsync, isPending } = useSendMemberLink();
  const go = ({ id, code }: NonNullable<MemberCheckView['link']>) =>
    navigate({ to: paths.knowYourCustomer, hash: new URLSearchParams({ person: id, code }).toString() });
  const renew = async () => {
    await mutateAsync();
    const { data } = await refetch();
    if (data?.link) await go(data.link);
  };
  return {
    isPending,
    /** A failed renewal shows its own message. */
    start: (link: MemberCheckView['link']) => void (link ? go(link) : renew().catch(() => undefined)),
  };
}
