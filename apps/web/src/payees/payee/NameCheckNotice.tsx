import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { NameCheckResultNotice } from '../../ui/NameCheckResultNotice.tsx';
import { displayOf } from './name-check.ts';

type Props = {
  check: { result: string; actualName: string | null };
  name: string;
  isPromptPay: boolean;
  children?: ReactNode;
};

export function NameCheckNotice({ check: { result, actualName }, name, isPromptPay, children }: Props) {
  const t = useTranslations('payee.promptPay');
  return (
    <NameCheckResultNotice
      result={displayOf(result)}
      accountName={actualName ?? name}
      holderText={isPromptPay && actualName !== null ? t('holder', { name: actualName }) : undefined}
    >
      {children}
    </NameCheckResultNotice>
  );
}
