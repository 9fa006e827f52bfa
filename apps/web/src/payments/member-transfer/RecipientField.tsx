import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { MemberDraft } from './member-draft.ts';
import { useFindRecipient } from './member-transfer.api.ts';

type Props = {
  draft: MemberDraft;
  change: (next: Partial<MemberDraft>) => void;
  error: string | undefined;
};

/** Looks up on demand only: each look-up counts towards a limit. */
export function RecipientField({ draft, change, error }: Props) {
  const t = useTranslations('memberTransfer');
  const lookup = useFindRecipient();
  const [answer, setAnswer] = useState<string>();
  const { recipient, identifier } = draft;
  const find = async () => {
    setAnswer(undefined);
    try {
      const found = await lookup.mutateAsync({ identifier, idempotency: newIdempotencyKey() });
      change({ recipient: found.recipient ?? undefined });
      if (!found.recipient) setAnswer(t(found.isSelf ? 'self' : 'nobody'));
    } catch (failure) {
      setAnswer(failureText(failure));
    }
  };
  if (recipient)
    return (
      <div className="grid gap-1.5">
        <p className="font-semibold">{t('recipient')}</p>
        <div className="flex items-center gap-3 rounded-control border border-brand bg-brand-soft p-3">
          <Avatar name={recipient.name} size={44} />
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2 font-semibold">
              {recipient.name} <CircleCheck size={18} className="shrink-0 text-success" aria-hidden />
            </p>
            <p className="text-small text-text-muted">{t('since', { year: String(recipient.memberSince) })}</p>
          </div>
          <LinkButton onClick={() => change({ recipient: undefined })}>{t('other')}</LinkButton>
        </div>
      </div>
    );
  return (
    <div className="grid gap-3">
      <Field id="member-identifier" label={t('identifier')} hint={t('identifierHint')} error={answer ?? error}>
        <TextInput
          value={identifier}
          maxLength={254}
          onChange={({ target }) => {
            setAnswer(undefined);
            change({ identifier: target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || identifier.trim().length < 4) return;
            event.preventDefault();
            void find();
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button
        kind="secondary"
        busy={lookup.isPending}
        busyLabel={t('finding')}
        aria-disabled={identifier.trim().length < 4 || undefined}
        onClick={() => void find()}
      >
        {t('find')}
      </Button>
      <span role="status" className="sr-only">
        {answer}
      </span>
    </div>
  );
}
