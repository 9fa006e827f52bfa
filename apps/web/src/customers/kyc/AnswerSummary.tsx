import type { KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName } from '@larkmere/contract/customers/kyc-requirements';
import { FileText } from 'lucide-react';
import { useFormSource } from './form-source.ts';
import { useQuestionText } from './use-question-text.ts';

type Props = Readonly<{ item: KycItemForm; names: readonly KycAnswerName[] }>;

/** What was answered and sent, while nothing can be changed. */
export function AnswerSummary({ item: { answers, documents }, names }: Props) {
  const { label, answer } = useQuestionText(useFormSource().kind);
  const given = names.filter((name) => answers[name] != null);
  return (
    <div className="rounded-control border border-line px-3.5 py-2 text-small empty:hidden">
      {given.length > 0 && (
        <dl>
          {given.map((name) => (
            <div key={name} className="flex items-baseline justify-between gap-4 py-1">
              <dt className="text-text-muted">{label(name)}</dt>
              <dd className="text-right wrap-anywhere">{answer(name, answers[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {documents.length > 0 && (
        <ul>
          {documents.map(({ uid, name }) => (
            <li key={uid} className="flex items-center gap-2 py-1 wrap-anywhere">
              <FileText size={16} className="shrink-0 text-text-muted" />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
