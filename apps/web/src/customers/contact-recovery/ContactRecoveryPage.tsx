import { Link } from '@tanstack/react-router';
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
import { HelpText } from '../../ui/HelpText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmContact } from './ConfirmContact.tsx';
import { type StopState, stopByLink } from './contact-recovery.api.ts';

/** Of both links. Opening one changes nothing, because mail scanners open links too: the button does. */
export function ContactRecoveryPage() {
  const secret = useLinkSecret();
  const fields = new URLSearchParams(secret);
  const [stop, confirm] = [fields.get('stop'), fields.get('confirm')];
  return (
    <>
      <meta name="robots" content="noindex" />
      {stop && <StopContact key={stop} token={stop} />}
      {!stop && confirm && <ConfirmContact key={confirm} token={confirm} phone={fields.get('phone')} />}
      {!stop && !confirm && <NoLink />}
    </>
  );
}

function NoLink() {
  const t = useTranslations('contactRecovery.noLink');
  return (
    <>
      <StateIcon state="ended" />
      <PageHeading title={t('title')} />
      <p className="mt-1 text-text-muted">{t('text')}</p>
    </>
  );
}

function StopContact({ token }: { token: string }) {
  const t = useTranslations('contactRecovery.stop');
  const [state, setState] = useState<StopState>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const next = await stopByLink(token);
      openStep();
      setState(next);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  if (state) return <Stopped key={state} state={state} />;
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('text')}</p>
      {failure && (
        <div className="mb-6">
          <Notice kind="danger" title={t('failed')}>
            {failure}
          </Notice>
        </div>
      )}
      <Button kind="danger" wide busy={busy} busyLabel={t('busy')} onClick={() => void stop()}>
        {t('submit')}
      </Button>
      <p className="mt-6 text-small text-text-muted">{t('ifYours')}</p>
    </>
  );
}

function Stopped({ state }: { state: StopState }) {
  const t = useTranslations('contactRecovery.stop');
  return (
    <>
      <StateIcon state={state} />
      <PageHeading title={t(`${state}Title`)} />
      <p className="mt-1 mb-8 text-text-muted">
        <HelpText>{t(`${state}Text`)}</HelpText>
      </p>
      <Link to={paths.login} className={buttonClass('secondary', true)}>
        {t('logIn')}
      </Link>
    </>
  );
}

const symbols = {
  stopped: { icon: ShieldCheck, look: 'bg-success-soft text-success' },
  ended: { icon: MailCheck, look: 'bg-brand-soft text-brand-text' },
  confirmed: { icon: MailX, look: 'bg-danger-soft text-danger' },
} as const;

function StateIcon({ state }: { state: StopState }) {
  const { icon: Icon, look } = symbols[state];
  return (
    <span className={`mb-6 grid size-16 place-items-center rounded-card ${look}`}>
      <Icon size={30} aria-hidden />
    </span>
  );
}
