import type { HelpView } from '@larkmere/contract/customers/help';
import { canFreeze } from '@larkmere/contract/customers/help-rules';
import { isAccessKey } from '@larkmere/contract/platform/access';
import { useNavigate } from '@tanstack/react-router';
import { Phone, ShieldAlert, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useFreeze } from './help.api.ts';
import { telephoneLink } from './hours.ts';
import { helpAddress } from './topics.ts';

/** First on the page: somebody in a hurry looks for nothing else. */
export function EmergencyCard({ help }: { help: HelpView }) {
  const t = useTranslations('help.emergency');
  const choice = useFreezeChoice();
  const { emergencyTelephone: telephone } = help;
  return (
    <section
      aria-label={t('title')}
      className="grid gap-x-6 gap-y-4 rounded-card border border-danger bg-surface p-3.5 lg:flex lg:items-center lg:px-5 lg:py-4"
    >
      <div className="flex gap-2.5 lg:flex-1 lg:items-center lg:gap-4">
        <ShieldAlert size={24} className="mt-0.5 shrink-0 text-danger lg:mt-0" aria-hidden />
        <div>
          <h2 className="leading-6 font-bold lg:text-h2">{t('title')}</h2>
          <p className="text-small text-text-muted">{t(choice === 'freeze' ? 'text' : choice)}</p>
        </div>
      </div>
      <div className="flex flex-row-reverse gap-2 lg:flex-row lg:gap-4">
        <a
          href={telephoneLink(telephone)}
          className={`${buttonClass('secondary')} ${choice === 'freeze' ? '' : 'w-full lg:w-auto'}`}
          aria-label={choice === 'freeze' ? t('callNumber', { telephone }) : undefined}
        >
          <Phone size={18} aria-hidden />
          <span className={choice === 'freeze' ? 'hidden lg:inline' : ''}>{t('dayAndNight', { telephone })}</span>
          {choice === 'freeze' && <span className="lg:hidden">{t('call')}</span>}
        </a>
        {choice === 'freeze' && <FreezeButton />}
      </div>
    </section>
  );
}

function useFreezeChoice(): 'freeze' | 'strangerText' | 'memberText' {
  const state = useSessionState();
  if (state.status !== 'in' || state.session.accountStatus !== 'active') return 'strangerText';
  const { role, accessRole } = state.session.user;
  const granted = Object.entries(accessRole).flatMap(([key, has]) =>
    has && isAccessKey(key as 'payment') ? [key] : [],
  );
  return canFreeze(role, granted as 'payment'[]) ? 'freeze' : 'memberText';
}

function FreezeButton() {
  const t = useTranslations('help.emergency');
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const freeze = useIdempotentRequest(
    useFreeze().mutateAsync,
    () => void navigate(linkTo(ownAddress(helpAddress.frozen))),
  );
  return (
    <>
      <Button
        kind="danger"
        className="flex-1 lg:flex-none"
        icon={<Snowflake size={20} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {t('freeze')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('question')}
          text={t('questionText')}
          tone="danger"
          confirmLabel={t('freeze')}
          cancelLabel={t('keep')}
          busy={freeze.sending || freeze.unknown}
          onConfirm={() => void freeze.send({ idempotency: freeze.key })}
          onCancel={() => setIsAsking(false)}
        >
          <SubmitNotice submission={freeze} refusedTitle={t('refused')} retryText={t('again')} />
        </ConfirmDialog>
      )}
    </>
  );
}
