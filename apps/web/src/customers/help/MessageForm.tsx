import type { HelpMessageView } from '@larkmere/contract/customers/help';
import { type HelpTopic, helpTopics, maxMessageLength } from '@larkmere/contract/customers/help-rules';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { newestPaymentsQuery, useSendHelpMessage } from './help.api.ts';
import type { HelpSearch } from './own.ts';
import { findQuestionable } from './recent-payment.ts';

type Props = { kind: HelpMessageView['kind'] };

/** Remounted for another message, which has a key of its own. */
export function MessageForm({ kind }: Props) {
  const [sent, setSent] = useState<HelpMessageView>();
  if (sent) return <Sent message={sent} onAnother={() => setSent(undefined)} />;
  return <Form kind={kind} onSent={setSent} />;
}

function Form({ kind, onSent }: Props & { onSent: (message: HelpMessageView) => void }) {
  const t = useTranslations('help');
  const subject = useSubject();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const sending = useIdempotentRequest(useSendHelpMessage().mutateAsync, onSent);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const written = text.trim();
    if (written) void sending.send({ kind, ...subject.chosen, text: written, idempotency: sending.key });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <SelectField
        label={t('message.about')}
        value={subject.value}
        onChange={({ target }) => subject.choose(target.value)}
        options={subject.options}
      />
      <Field
        label={t(kind === 'message' ? 'message.text' : 'complaint.text')}
        hint={t('message.textHint')}
        error={tried && !text.trim() ? t('message.missing') : undefined}
      >
        <TextArea rows={4} maxLength={maxMessageLength} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <SubmitNotice submission={sending} refusedTitle={t('message.refused')} retryText={t('message.again')} />
      <Button type="submit" className="justify-self-end" busy={sending.sending || sending.unknown}>
        {t(kind === 'message' ? 'message.send' : 'complaint.send')}
      </Button>
    </form>
  );
}

const paymentPrefix = 'payment:';

/** A topic, or one of the newest payments; from the address, or the payment that it is probably about. */
function useSubject() {
  const t = useTranslations('help');
  const { topic, payment }: HelpSearch = useSearch({ strict: false });
  const { payment: mayRead } = useSession().user.accessRole;
  const { data: payments = [] } = useQuery({ ...newestPaymentsQuery, enabled: mayRead });
  const [picked, setPicked] = useState<string>();
  const likely = payments.find(({ uid }) => uid === payment) ?? findQuestionable(payments);
  const named = helpTopics.find((each) => each === topic);
  const value = picked ?? (named && !payment ? named : likely ? `${paymentPrefix}${likely.uid}` : 'other');
  const offered = likely
    ? [likely, ...payments.filter(({ uid }) => uid !== likely.uid).slice(0, 4)]
    : payments.slice(0, 5);
  const options = [
    ...offered.map(({ uid, payee, amount }) => ({
      value: `${paymentPrefix}${uid}`,
      label: t('message.payment', { name: payee.name, amount: moneyText(amount) }),
    })),
    ...helpTopics.map((each) => ({ value: each, label: t(`topics.${each}`) })),
  ];
  const paymentUid = value.startsWith(paymentPrefix) ? value.slice(paymentPrefix.length) : null;
  const chosen = { topic: paymentUid === null ? (value as HelpTopic) : 'payment', paymentUid } as const;
  return { value, choose: setPicked, options, chosen };
}

function Sent({ message, onAnother }: { message: HelpMessageView; onAnother: () => void }) {
  const t = useTranslations('help');
  const { kind, reference } = message;
  return (
    <div className="grid gap-3">
      <Notice kind="success" title={t(kind === 'message' ? 'message.sent' : 'complaint.sent', { reference })}>
        {t('message.sentText')}
      </Notice>
      <Button kind="secondary" className="justify-self-start" onClick={onAnother}>
        {t('message.another')}
      </Button>
    </div>
  );
}
