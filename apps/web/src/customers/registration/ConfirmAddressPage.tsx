import { Link, useSearch } from '@tanstack/react-router';
import { MailCheck, MailX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useLinkSecret } from '../../platform/navigation/link-secret.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { openStep } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { confirmAddress } from './registration.api.ts';

type State = 'confirmed' | 'already' | 'expired';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Opening the link changes nothing, because mail scanners open links too: the button confirms. */
export function ConfirmAddressPage() {
  const t = useTranslations('registration.confirm');
  const { id, code } = useConfirmation();
  const [state, setState] = useState<State | undefined>(uuid.test(id) && code ? undefined : 'expired');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const next = await confirmAddress(id, code);
      openStep();
      setState(next);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  if (state) return <Result key={state} state={state} />;
  return (
    <>
      <meta name="robots" content="noindex" />
      <StateIcon state="already" />
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('text')}</p>
      {failure && (
        <div className="mb-6">
          <Notice kind="danger" title={t('failed')}>
            {failure}
          </Notice>
        </div>
      )}
      <Button wide busy={busy} busyLabel={t('busy')} onClick={() => void confirm()}>
        {t('submit')}
      </Button>
    </>
  );
}

/** Links of earlier versions carry it in the query. */
function useConfirmation(): { id: string; code: string } {
  const inQuery: { id?: string; code?: string } = useSearch({ strict: false });
  const [{ id = '', code = '' }] = useState(inQuery);
  const inFragment = new URLSearchParams(useLinkSecret());
  return { id: inFragment.get('id') ?? id, code: inFragment.get('code') ?? code };
}

function Result({ state }: { state: State }) {
  const t = useTranslations('registration.confirm');
  const isExpired = state === 'expired';
  return (
    <>
      <meta name="robots" content="noindex" />
      <StateIcon state={state} />
      <PageHeading title={t(`${state}Title`)} />
      <p className="mt-1 mb-8 text-text-muted">{t(`${state}Text`)}</p>
      <Link to={isExpired ? paths.register : paths.login} className={buttonClass('primary', true)}>
        {isExpired ? t('newLink') : t('logIn')}
      </Link>
    </>
  );
}

const symbols = {
  confirmed: { icon: ShieldCheck, look: 'bg-success-soft text-success' },
  already: { icon: MailCheck, look: 'bg-brand-soft text-brand-text' },
  expired: { icon: MailX, look: 'bg-brand-soft text-brand-text' },
} as const;

function StateIcon({ state }: { state: State }) {
  const { icon: Icon, look } = symbols[state];
  return (
    <span className={`mb-6 grid size-16 place-items-center rounded-card ${look}`}>
      <Icon size={30} aria-hidden />
    </span>
  );
}
