import type { KycItemForm, KycStateView } from '@larkmere/contract/customers/kyc';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { formatWeekday } from '../../ui/date-text.ts';
import { kindIcon } from '../../ui/status-kind.tsx';
import { answerFieldId } from './AnswerField.tsx';
import { AnswerSummary } from './AnswerSummary.tsx';
import { itemQuestions } from './answer-fields.ts';
import { fileInputId } from './FileButtons.tsx';
import { useFormSource } from './form-source.ts';
import { FileRows, ItemFiles } from './ItemFiles.tsx';
import { ItemQuestions } from './ItemQuestions.tsx';
import { ItemIcon, ItemStatus } from './ItemStatus.tsx';
import { needsCustomer, progressOf, splitReason } from './item-progress.ts';
import { SavedElsewhereNotice } from './SavedElsewhereNotice.tsx';
import type { Answers } from './use-answers.ts';
import { useUploads } from './use-uploads.ts';

type Deadline = Pick<KycStateView['requirements'][number], 'dueBy' | 'decidedAt' | 'examples'>;

type Props = Readonly<{
  item: KycItemForm;
  /** Deadline and examples; not given behind a person's link. */
  requirement: Deadline | undefined;
  answers: Answers;
  isOpen: boolean;
  /** The customer has just opened it, so its heading takes the focus: the button that was pressed is gone. */
  takesFocus: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** The item is complete, and the customer goes on to the next. */
  onDone: () => void;
  /** What the server said when everything was sent. */
  fault: string | undefined;
  /** People of a firm, before the files. */
  people?: ReactNode;
  peopleLeft?: number;
}>;

/** What is needed, where it stands, by when, and its one action. */
export function ItemRow({
  item,
  requirement,
  answers,
  isOpen,
  takesFocus,
  onOpen,
  onClose,
  onDone,
  fault,
  people,
  peopleLeft = 0,
}: Props) {
  const uploads = useUploads(item.key);
  const { kind } = useFormSource();
  const [isTried, setTried] = useState(false);
  const progress = progressOf(item, uploads.isSending);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isEditing = isOpen && item.canEdit;
  const names = (itemQuestions[kind][item.key] ?? []).filter((name) => name !== 'noOtherOwners');
  useEffect(() => {
    if (isEditing && takesFocus) heading.current?.focus();
  }, [isEditing, takesFocus]);
  const goOn = async () => {
    const current = (await answers.settled(item.key)) ?? item;
    setTried(true);
    // The people of a firm take days, and the rest can be filled in meanwhile.
    if (current.isComplete || item.key === 'people') onDone();
    else focusOnMissing(current);
  };
  return (
    <li aria-labelledby={id} className="px-5 py-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 sm:flex-nowrap sm:items-center">
        <ItemIcon itemKey={item.key} progress={progress} isWaiting={peopleLeft > 0} />
        <div className="min-w-0 flex-1">
          <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {item.title}
          </h3>
          <About item={item} dueBy={requirement?.dueBy ?? null} />
        </div>
        <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 pl-13 sm:w-auto sm:justify-end sm:pl-0">
          <ItemStatus progress={progress} decidedAt={requirement?.decidedAt ?? null} peopleLeft={peopleLeft} />
          <Action item={item} isOpen={isOpen} onOpen={onOpen} onClose={onClose} />
        </div>
      </div>
      <div className="mt-3 grid gap-4 empty:hidden sm:pl-13">
        {fault && (
          <p role="alert" className="text-small font-medium text-danger">
            {fault}
          </p>
        )}
        {isEditing && (
          <>
            {item.reason && <Reason state={item.state} reason={item.reason} />}
            <SavedElsewhereNotice answers={answers} names={names} />
            {people}
            {names.length > 0 && <ItemQuestions item={item} names={names} answers={answers} isTried={isTried} />}
            {item.documentsMax > 0 && (
              <ItemFiles item={item} examples={requirement?.examples ?? []} uploads={uploads} isTried={isTried} />
            )}
            <GoOn onPress={() => void goOn()} />
          </>
        )}
        {!isEditing && uploads.list.length > 0 && <FileRows item={{ ...item, documents: [] }} uploads={uploads} />}
        {isOpen && !item.canEdit && (
          <>
            {people}
            <AnswerSummary item={item} names={names} />
          </>
        )}
      </div>
    </li>
  );
}

function GoOn({ onPress }: { onPress: () => void }) {
  const t = useTranslations('kycPage');
  return (
    <Button kind="secondary" className="w-fit max-sm:w-full" onClick={onPress}>
      {t('next')}
    </Button>
  );
}

function focusOnMissing({ key, missing }: KycItemForm): void {
  const [name] = missing;
  const id = name ? answerFieldId(key, name as Parameters<typeof answerFieldId>[1]) : fileInputId(key);
  (document.getElementById(id) ?? document.getElementById(`${id}-day`))?.focus();
}

function About({ item: { key, state, isComplete, canEdit }, dueBy }: { item: KycItemForm; dueBy: string | null }) {
  const t = useTranslations('kycPage.about');
  const locale = useLocale();
  const { kind } = useFormSource();
  const isDue = canEdit && dueBy && !isComplete;
  const day = dueBy ? formatWeekday(new Date(dueBy), locale) : '';
  const text = t(kind === 'business' && key === 'source_of_funds' ? 'business_source_of_funds' : key);
  return (
    <p className="text-small text-text-muted">
      {isDue ? t(state === 'rejected' ? 'sendBy' : 'neededBy', { day }) : text}
    </p>
  );
}

type ActionProps = Pick<Props, 'item' | 'isOpen' | 'onOpen' | 'onClose'>;

function Action({ item, isOpen, onOpen, onClose }: ActionProps) {
  const t = useTranslations('kycPage.action');
  const { kind } = useFormSource();
  const hasQuestions = itemQuestions[kind][item.key] !== undefined;
  const name = (): 'hide' | 'show' | 'change' | 'answer' | 'upload' | 'open' => {
    if (isOpen) return 'hide';
    if (!item.canEdit) return 'show';
    if (!needsCustomer(item)) return 'change';
    if (item.key === 'people') return 'open';
    return hasQuestions ? 'answer' : 'upload';
  };
  if (item.canEdit && isOpen) return null;
  // A photo that is being checked has nothing to show.
  if (!item.canEdit && !hasQuestions && item.key !== 'people' && item.documents.length === 0) return null;
  return (
    <Button
      kind={item.canEdit ? 'secondary' : 'quiet'}
      className="min-h-9! px-3! py-1! text-small"
      aria-expanded={isOpen}
      aria-label={t('of', { action: t(name()), item: item.title })}
      onClick={isOpen ? onClose : onOpen}
    >
      {t(name())}
    </Button>
  );
}

/** Why it was not accepted, or why it is asked for again. */
function Reason({ state, reason }: { state: KycItemForm['state']; reason: string }) {
  if (state !== 'rejected') return <p className="text-small">{reason}</p>;
  const { fault, remedy } = splitReason(reason);
  return (
    <div className="flex gap-3 rounded-control bg-danger-soft p-4">
      <span className="mt-0.5 text-danger">{kindIcon('danger', 20)}</span>
      <div className="min-w-0">
        <p className="font-bold text-danger">{fault}</p>
        {remedy && <p className="text-small">{remedy}</p>}
      </div>
    </div>
  );
}
