import { FarTargetDialog } from '../rate/rate.tsx';
import { TargetMetDialog } from './TargetMetDialog.tsx';
import type { TargetQuestion } from './target-question.ts';

type Props = { question: TargetQuestion; onGoOn: () => void; onChange: () => void };

export const TargetQuestionDialog = ({ question, onGoOn, onChange }: Props) =>
  'met' in question ? (
    <TargetMetDialog targetMet={question.met} onExchange={onGoOn} onChange={onChange} />
  ) : (
    <FarTargetDialog {...question} onKeep={onGoOn} onChange={onChange} />
  );
