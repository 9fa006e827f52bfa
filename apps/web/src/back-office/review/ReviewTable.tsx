import type { ReviewRow } from '@larkmere/contract/back-office/review-queue';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../ui/Avatar.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { ageClass, staffPaths, useIsNarrow } from '../parts/parts.ts';
import { isOverdue, type ReviewGroup, type ReviewTab } from './review-groups.ts';
import { useReviewTexts } from './use-review-texts.ts';

type Props = {
  groups: readonly [ReviewGroup, ReviewRow[]][];
  now: number;
  active: string | undefined;
  chosen: ReadonlySet<string>;
  canChoose: boolean;
  onToggle: (uid: string) => void;
  tab: ReviewTab;
};

const columns = ['decideBy', 'payment', 'customer', 'to', 'amount', 'because', 'now', 'with', 'waiting'] as const;
const numbers: readonly string[] = ['amount', 'waiting'];

export const ReviewTable = (props: Props) => (useIsNarrow() ? <ReviewCards {...props} /> : <WideTable {...props} />);

function WideTable({ groups, now, active, chosen, canChoose, onToggle, tab }: Props) {
  const t = useTranslations('manageReview');
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="bg-sunken/60 text-left text-caption text-text-muted">
          <tr>
            {canChoose && (
              <th scope="col" className="w-10 pl-4">
                <span className="sr-only">{t('column.choose')}</span>
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`px-2 py-2 font-semibold whitespace-nowrap first:pl-4 last:pr-4 ${numbers.includes(column) ? 'text-right' : ''}`}
              >
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, rows]) => (
          <tbody key={group} className="border-t border-line/55">
            <tr className="bg-sunken/60">
              <th
                scope="rowgroup"
                colSpan={columns.length + (canChoose ? 1 : 0)}
                className={`px-4 py-1.5 text-left text-caption font-semibold ${group === 'overdue' ? 'text-warning' : 'text-text-muted'} ${canChoose ? 'pl-12' : ''}`}
              >
                {t(`group.${group}`, { count: String(rows.length) })}
              </th>
            </tr>
            {rows.map((row) => (
              <tr
                key={row.uid}
                id={`review-${row.uid}`}
                className={`border-t border-line/55 ${row.uid === active ? 'bg-brand-soft shadow-[inset_3px_0_0_var(--brand)]' : 'hover:bg-sunken/40'}`}
              >
                {canChoose && (
                  <td className="pl-4">
                    <Choose row={row} isChosen={chosen.has(row.uid)} onToggle={onToggle} />
                  </td>
                )}
                <Cells row={row} now={now} group={group} tab={tab} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Choose({ row, isChosen, onToggle }: { row: ReviewRow; isChosen: boolean; onToggle: (uid: string) => void }) {
  const t = useTranslations('manageReview');
  return (
    <label className="grid size-8 cursor-pointer place-items-center">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={() => onToggle(row.uid)}
        className="size-4.5 accent-brand"
        aria-label={t('chooseRow', { reference: row.reference })}
      />
    </label>
  );
}

type RowProps = { row: ReviewRow; now: number; group: ReviewGroup; tab: ReviewTab };

function Cells({ row, now, group, tab }: RowProps) {
  const { because, age } = useReviewTexts();
  const { reference, customer, payee, payeeCountry, amount, heldSince } = row;
  return (
    <>
      <td className="px-2 py-2 whitespace-nowrap first:pl-4">
        <Due row={row} now={now} group={group} />
      </td>
      <td className="px-2 py-2 whitespace-nowrap">
        <CaseLink uid={row.uid} tab={tab} reference={reference} />
      </td>
      <td className="max-w-40 truncate px-2 py-2 font-semibold" title={customer.name}>
        {customer.name}
      </td>
      <td className="max-w-40 truncate px-2 py-2" title={payee}>
        {payee}
        {payeeCountry && <span className="text-text-muted">, {payeeCountry}</span>}
      </td>
      <td className="px-2 py-2 text-right font-semibold">
        <MoneyAmount value={amount} size="sm" />
      </td>
      <td className="max-w-40 truncate px-2 py-2" title={because(row)}>
        {because(row)}
      </td>
      <td className="px-2 py-2 whitespace-nowrap">
        <Stage row={row} />
      </td>
      <td className="px-2 py-1">
        <Holder row={row} />
      </td>
      <td className="figures px-2 py-2 pr-4 text-right whitespace-nowrap">
        <span className={ageClass((now - Date.parse(heldSince)) / 60_000)}>{age(now - Date.parse(heldSince))}</span>
      </td>
    </>
  );
}

const CaseLink = ({ uid, tab, reference }: { uid: string; tab: ReviewTab; reference: string }) => (
  <Link
    to={staffPaths.reviewCase(uid)}
    search={tab === 'all' ? {} : { tab }}
    className="figures text-brand-text hover:underline"
  >
    {reference}
  </Link>
);

function Due({ row, now, group }: Omit<RowProps, 'tab'>) {
  const t = useTranslations('manageReview');
  const { due } = useReviewTexts();
  const isNear = group === 'today' || isOverdue(row, now);
  return (
    <span className={`figures font-semibold ${isNear ? 'text-warning' : ''}`}>
      {due(row, now)}
      {row.isLegalDeadline && (
        <>
          <span aria-hidden> §</span>
          <span className="sr-only"> {t('legal')}</span>
        </>
      )}
    </span>
  );
}

const loud: readonly ReviewRow['stage'][] = ['grounds_missing', 'bank_conflict'];

function Stage({ row }: { row: ReviewRow }) {
  const { stage } = useReviewTexts();
  if (row.stage === 'with_compliance')
    return (
      <span className="inline-flex items-center gap-1.5">
        <Lock size={14} className="text-text-muted" /> {stage(row)}
      </span>
    );
  return <span className={loud.includes(row.stage) ? 'font-semibold text-warning' : ''}>{stage(row)}</span>;
}

function Holder({ row: { claim } }: { row: ReviewRow }) {
  if (!claim) return <span className="text-text-muted">–</span>;
  return (
    <span title={claim.name} className="inline-flex align-middle">
      <Avatar name={claim.name} size={26} />
      <span className="sr-only">{claim.name}</span>
    </span>
  );
}

function ReviewCards({ groups, now, chosen, canChoose, onToggle, tab }: Props) {
  const t = useTranslations('manageReview');
  const { because, age } = useReviewTexts();
  return (
    <div className="text-small">
      {groups.map(([group, rows]) => (
        <section key={group} aria-label={t(`group.${group}`, { count: String(rows.length) })}>
          <h2
            className={`border-y border-line bg-sunken/60 px-4 py-1.5 text-caption font-semibold ${group === 'overdue' ? 'text-warning' : 'text-text-muted'}`}
          >
            {t(`group.${group}`, { count: String(rows.length) })}
          </h2>
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.uid} id={`review-${row.uid}`} className="flex gap-2 px-4 py-3">
                {canChoose && <Choose row={row} isChosen={chosen.has(row.uid)} onToggle={onToggle} />}
                <div className="grid min-w-0 flex-1 gap-1">
                  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <strong className="min-w-0 font-semibold wrap-anywhere">{row.customer.name}</strong>
                    <MoneyAmount value={row.amount} size="sm" className="font-semibold" />
                  </div>
                  <p className="wrap-anywhere text-text-muted">
                    {row.payee}
                    {row.payeeCountry && `, ${row.payeeCountry}`}
                  </p>
                  <p>
                    {because(row)} · <Stage row={row} />
                  </p>
                  <div className="flex flex-wrap items-center justify-between gap-x-3">
                    <span>
                      <Due row={row} now={now} group={group} />{' '}
                      <span className="text-text-muted">· {age(now - Date.parse(row.heldSince))}</span>
                    </span>
                    <span className="inline-flex items-center gap-2">
                      <Holder row={row} />
                      <CaseLink uid={row.uid} tab={tab} reference={row.reference} />
                    </span>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
