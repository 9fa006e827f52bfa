import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = { title: string; text: ReactNode; label: string; onDone: () => void };

export const MessageDialog = ({ title, text, label, onDone }: Props) => (
  <Dialog title={title} description={text} tone="alert" actions={<Button onClick={onDone}>{label}</Button>} />
);
