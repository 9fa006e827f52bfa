import type { ReactNode } from 'react';
import { NameCheckResultNotice } from '../../ui/NameCheckResultNotice.tsx';
import { displayOf } from './name-check.ts';

type Props = {
  check: { result: string; actualName: string | null };
  name: string;
  children?: ReactNode;
};

export const NameCheckNotice = ({ check: { result, actualName }, name, children }: Props) => (
  <NameCheckResultNotice result={displayOf(result)} accountName={actualName ?? name}>
    {children}
  </NameCheckResultNotice>
);
