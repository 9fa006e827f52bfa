import { useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { NameCheck, Question } from './name-check.ts';
import { NameCheckNotice } from './payee.tsx';

type Props = {
  answer: NameCheck;
  asked: Question;
  tick: { ticked: boolean; missing: boolean; set: (ticked: boolean) => void };
  /** Takes over what the bank has. */
  onAdopt: (change: Partial<Question>) => void;
  onEdit: () => void;
};

const other = { individual: 'company', company: 'individual' } as const;

/** What the bank said about the name, and what the customer can do about it. Advice, never a wall. */
export function NameAnswer({ answer, asked, tick, onAdopt, onEdit }: Props) {
  const t = useTranslations('payee.form');
  const { result, actualName } = answer;
  if (result === 'account_switched' || result === 'not_found') {
    return (
      <Notice kind="danger" title={t(`neverTitle.${result}`)}>
        {t(`never.${result}`)}
      </Notice>
    );
  }
  const isOtherKind = result === 'wrong_account_type';
  const theirs = {
    ...(actualName === null ? {} : { name: actualName }),
    ...(isOtherKind ? { entityType: other[asked.entityType] } : {}),
  };
  return (
    <NameCheckNotice check={answer} name={asked.name}>
      {result === 'no_match' && (
        <>
          <Checkbox
            checked={tick.ticked}
            onChange={(event) => tick.set(event.target.checked)}
            aria-invalid={tick.missing || undefined}
            aria-describedby={tick.missing ? 'payee-tick-error' : undefined}
          >
            {t('tick')}
          </Checkbox>
          {tick.missing && (
            <p id="payee-tick-error" role="alert" className="text-small font-medium text-danger">
              {t('tickMissing')}
            </p>
          )}
        </>
      )}
      {(result === 'close_match' || isOtherKind) && (
        <div className="grid gap-3">
          {isOtherKind && <p className="text-small">{t(`wrongKind.${other[asked.entityType]}`)}</p>}
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => onAdopt(theirs)}>{t('useName')}</Button>
            <Button kind="quiet" onClick={onEdit}>
              {t('editName')}
            </Button>
          </div>
        </div>
      )}
    </NameCheckNotice>
  );
}
