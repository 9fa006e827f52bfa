import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAuthorisedRequest } from '../../identity/second-factor/second-factor.tsx';
import { showToast } from '../../platform/toasts.ts';
import {
  type CardOptions,
  cardOptionsQuery,
  type IssuedCard,
  type Limits,
  useSetPersonLimits,
  withoutMoney,
} from './issued-card.api.ts';
import { LimitsForm } from './LimitsForm.tsx';

type Props = Readonly<{ card: IssuedCard; onClose: () => void }>;

export function PersonLimitsDialog({ card, onClose }: Props) {
  const { data } = useQuery(cardOptionsQuery);
  const person = data?.people.find(({ uid }) => uid === card.holder.uid);
  const offer = data?.offers.find(({ currency }) => currency === card.currency);
  if (!person || !offer) return null;
  return <LoadedDialog card={card} person={person} most={offer.highest} onClose={onClose} />;
}

type LoadedProps = Props & Readonly<{ person: CardOptions['people'][number]; most: Limits }>;

function LoadedDialog({ card: { currency }, person, most, onClose }: LoadedProps) {
  const t = useTranslations('issuedCard.limits');
  const { uid, name } = person;
  const own = person.highest.find((each) => each.currency === currency);
  const start = own ? { perPayment: own.perPayment, daily: own.daily, monthly: own.monthly } : most;
  const version = own?.version ?? 0;
  const { request, ask, dialog } = useAuthorisedRequest({
    purpose: (fields: Limits, key) => ({
      operation: 'card.person-limits',
      uid,
      version,
      ...fields,
      ...withoutMoney(currency, key),
    }),
    write: usePersonWrite({ uid, currency, version }),
    onDone: () => {
      showToast({ kind: 'success', text: t('personSaved', { name }) });
      onClose();
    },
  });
  return (
    <>
      <LimitsForm
        title={t('person', { name })}
        about={t('personAbout', { name, currency })}
        start={start}
        highest={most}
        currency={currency}
        request={request}
        onSave={(limits, shown) => ask(limits, t('personPin', { name, ...shown }))}
        onClose={onClose}
      />
      {dialog}
    </>
  );
}

type Of = Readonly<{ uid: string; currency: IssuedCard['currency']; version: number }>;

function usePersonWrite(of: Of) {
  const { mutateAsync } = useSetPersonLimits();
  return (input: Limits & { authorisation: string; idempotency: string }) => mutateAsync({ ...of, ...input });
}
