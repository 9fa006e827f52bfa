import type { HelpView } from '@larkmere/contract/customers/help';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { MessageForm } from './MessageForm.tsx';
import { useOpensText } from './use-answer-text.ts';

export function MessageCard({ help }: { help: HelpView }) {
  const t = useTranslations('help.message');
  const { answer } = useOpensText(help);
  return (
    <Card>
      <h2 className="font-bold">{t('title')}</h2>
      <p className="mb-3 text-small text-text-muted">{answer}</p>
      <MessageForm kind="message" />
    </Card>
  );
}
