import type { ReviewCase } from '@larkmere/contract/back-office/review-case';
import { askReasons, refuseReasons, releaseReasons } from '@larkmere/contract/back-office/review-reasons';
import { ChevronDown, Lock, MessageSquare } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { FieldContext } from '../../ui/field-context.ts';
import type { SelectOption } from '../../ui/SelectField.tsx';
import { inputClass, TextInput } from '../../ui/TextInput.tsx';
import { inWords } from '../parts/parts.ts';
import type { BarMode, DecisionDraft, DraftFault, QuestionKind } from './decision-draft.ts';

type Props = {
  shown: ReviewCase;
  mode: BarMode;
  draft: DecisionDraft;
  faults: readonly DraftFault[];
  onChange: (change: (before: DecisionDraft) => DecisionDraft) => void;
};

const kinds: readonly QuestionKind[] = ['text', 'confirm', 'file', 'choice'];
const documentTypes = [
  'invoice',
  'contract',
  'source_of_funds',
  'proof_of_address',
  'relationship',
  'id',
  'other',
] as const;

export function ReasonField({ draft: { verb, reasons }, onChange }: Props) {
  const t = useTranslations('manageReview.bar');
  const choose = (value: string) =>
    onChange((before) => ({ ...before, reasons: { ...before.reasons, [verb]: value } }));
  return <Choice label={t('reason')} value={reasons[verb]} options={useReasons(verb)} onChange={choose} />;
}

/** Only those who may decide it. */
export function SecondField({ shown: { desk }, draft, onChange }: Props) {
  const t = useTranslations('manageReview.bar');
  const named = desk.seconds.map(({ uid, name }) => ({ value: uid, label: t('secondNamed', { name }) }));
  return (
    <Choice
      label={t('second')}
      value={draft.second}
      options={[{ value: '', label: t('secondAny') }, ...named]}
      onChange={(second) => onChange((before) => ({ ...before, second }))}
    />
  );
}

/** What is written: to the customer, to the bank, and for staff. */
export function BarFields({ shown, mode, draft, faults, onChange }: Props) {
  const t = useTranslations('manageReview.bar');
  const { desk, evidence } = shown;
  const { verb } = draft;
  const set = (change: Partial<DecisionDraft>) => onChange((before) => ({ ...before, ...change }));
  const faultOf = (fault: DraftFault) => (faults.includes(fault) ? t(`fault.${fault}`) : undefined);
  const asksBank = verb === 'release' && mode === 'first' && evidence.bankQuery !== null;
  const line = (name: 'sentence' | 'question' | 'options' | 'answer' | 'overrule', most: number) => (
    <Line label={t(name)} fault={faultOf(name)}>
      <TextInput
        value={draft[name]}
        maxLength={most}
        className="min-h-11! text-small"
        placeholder={t(name)}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Line>
  );
  return (
    <div className="grid min-w-0 content-start gap-2.5">
      <CustomerReads shown={shown} mode={mode} draft={draft} />
      {mode !== 'look' && verb === 'refuse' && desk.customerReads.refusal === null && line('sentence', 200)}
      {mode !== 'look' && verb === 'ask' && (
        <div className="grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          {line('question', 300)}
          <Choice
            label={t('kind')}
            value={draft.kind}
            options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(value) => set({ kind: value as QuestionKind })}
          />
        </div>
      )}
      {mode !== 'look' && verb === 'ask' && draft.kind === 'choice' && line('options', 400)}
      {mode !== 'look' && verb === 'ask' && draft.kind === 'file' && (
        <Choice
          label={t('documentType')}
          value={draft.documentType}
          options={documentTypes.map((value) => ({ value, label: inWords(value) }))}
          onChange={(documentType) => set({ documentType })}
        />
      )}
      {asksBank && line('answer', 140)}
      {mode === 'second' && verb === 'refuse' && line('overrule', 500)}
      {verb !== 'ask' && (
        <Line label={t('note')} icon={<Lock size={16} />}>
          <TextInput
            className="min-h-11! pl-10 text-small"
            value={draft.note}
            maxLength={500}
            placeholder={t('note')}
            onChange={({ target }) => set({ note: target.value })}
          />
        </Line>
      )}
    </div>
  );
}

function useReasons(verb: DecisionDraft['verb']): SelectOption[] {
  const t = useTranslations('manageReview.bar');
  if (verb === 'release') return releaseReasons.map((value) => ({ value, label: t(`releaseReason.${value}`) }));
  if (verb === 'refuse') return refuseReasons.map((value) => ({ value, label: t(`refuseReason.${value}`) }));
  return askReasons.map((value) => ({ value, label: t(`askReason.${value}`) }));
}

function CustomerReads({ shown: { desk }, mode, draft }: Pick<Props, 'shown' | 'mode' | 'draft'>) {
  const t = useTranslations('manageReview.bar');
  const { release, refusal } = desk.customerReads;
  const isRecommended = mode === 'look' || (mode === 'first' && desk.release.isRecommendation);
  const text = draft.verb === 'release' ? (isRecommended ? undefined : release) : (refusal ?? undefined);
  if (draft.verb === 'ask' || (draft.verb === 'refuse' && (refusal === null || mode === 'look'))) return null;
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-control bg-sunken/60 px-3.5 py-1.5 text-small">
      <MessageSquare size={16} className="shrink-0 text-text-muted" />
      <span>{text === undefined ? t('readsNothing') : t('readsRelease', { text })}</span>
    </p>
  );
}

/** A field whose label only screen readers and the placeholder say. */
function Line({
  label,
  fault,
  icon,
  children,
}: {
  label: string;
  fault?: string | undefined;
  icon?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <FieldContext
        value={{
          id,
          'aria-describedby': fault && `${id}-fault`,
          'aria-invalid': fault ? true : undefined,
          'aria-required': undefined,
        }}
      >
        <span className="relative block">
          {icon && (
            <span className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-text-muted">
              {icon}
            </span>
          )}
          {children}
        </span>
      </FieldContext>
      {fault && (
        <p id={`${id}-fault`} role="alert" className="text-small font-medium text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}

type ChoiceProps = { label: string; value: string; options: SelectOption[]; onChange: (value: string) => void };

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <span className="relative block min-w-0">
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`${inputClass} min-h-11! appearance-none pr-10 text-small`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown size={18} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-text-muted" />
  </span>
);
