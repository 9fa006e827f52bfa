import type { PayeeView } from '@larkmere/contract/payee';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { dayText } from '../ui/day.ts';
import { Notice } from '../ui/Notice.tsx';
import { Doubt } from './Doubt.tsx';
import type { NameCheck } from './name-check.ts';
import { NameCheckNotice } from './payee.tsx';
import { namesOf } from './payee-form.ts';
import type { Doubt as Doubted } from './use-doubt.ts';

type Props = {
  answer: NameCheck;
  name: string;
  entityType: PayeeView['entityType'];
  doubt: Doubted;
  onAdopt: (change: Readonly<Record<string, string>>) => void;
  onEdit: () => void;
};

const other = { individual: 'company', company: 'individual' } as const;

export function NameAnswer({ answer, name, entityType: asked, doubt, onAdopt, onEdit }: Props) {
  const t = useTranslations('payeePage.form');
  const locale = useLocale();
  const { result, actualName, acceptedAt, forbidden } = answer;
  if (forbidden) {
    return (
      <Notice kind="danger" title={t('forbiddenTitle')}>
        {t('forbidden')}
      </Notice>
    );
  }
  if (result === 'account_switched' || result === 'not_found') {
    return (
      <Notice kind="danger" title={t(`neverTitle.${result}`)}>
        {t(`never.${result}`)}
      </Notice>
    );
  }
  if (result === 'wrong_account_type') {
    const entityType = other[asked];
    const theirs = { entityType, ...(actualName === null ? {} : namesOf(actualName)) };
    return (
      <Notice
        kind="warning"
        title={t(`wrongKind.${entityType}`)}
        action={<Choice label={t('useBoth')} onAdopt={() => onAdopt(theirs)} onEdit={onEdit} />}
      >
        {actualName !== null && t('bankHas', { name: actualName })}
      </Notice>
    );
  }
  return (
    <NameCheckNotice check={answer} name={name}>
      {acceptedAt !== null && <p>{t('accepted', { day: dayText(new Date(acceptedAt), locale) })}</p>}
      {result === 'no_match' && <Doubt doubt={doubt} />}
      {result === 'close_match' && actualName !== null && acceptedAt === null && (
        <Choice label={t('useName')} onAdopt={() => onAdopt(namesOf(actualName))} onEdit={onEdit} />
      )}
    </NameCheckNotice>
  );
}

type ChoiceProps = { label: string; onAdopt: () => void; onEdit: () => void };

function Choice({ label, onAdopt, onEdit }: ChoiceProps) {
  const t = useTranslations('payeePage.form');
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={onAdopt}>{label}</Button>
      <Button kind="quiet" onClick={onEdit}>
        {t('editName')}
      </Button>
    </div>
  );
}
