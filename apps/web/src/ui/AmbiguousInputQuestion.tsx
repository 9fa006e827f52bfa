import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';

type Choice = Readonly<{ label: string; value: string }>;
type Props = { text: string; choices: readonly Choice[]; onChoose: (value: string) => void };

export function AmbiguousInputQuestion({ text, choices, onChoose }: Props) {
  const t = useTranslations('typed');
  const question = t(choices.length > 1 ? 'whichOf' : 'isThis', { text });
  return (
    <fieldset className="grid gap-2 rounded-control bg-warning-soft p-3">
      <legend className="sr-only">{question}</legend>
      <p role="status" className="text-small">
        {question}
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ label, value }) => (
          <Button key={value} kind="secondary" onClick={() => onChoose(value)}>
            <span className="figures">{label}</span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
