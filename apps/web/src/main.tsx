import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { watchRefusals } from './kernel/errors.ts';
import { isEmbedded } from './kernel/guards.ts';
import { sessionReady } from './kernel/session.ts';
import { watchTheme } from './kernel/theme.ts';
import { languages, timeZone } from './messages/languages.ts';
import { router } from './routes.tsx';
import './styles.css';

// The session request runs in parallel with the messages; the guard waits for it and displays a failure.
if (!isEmbedded(location.pathname)) sessionReady().catch(() => {});
watchTheme();

const messages = await languages.en.first();
watchRefusals(messages.shell.failure);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <IntlProvider locale="en" messages={messages} timeZone={timeZone}>
      <RouterProvider router={router} />
    </IntlProvider>
  </StrictMode>,
);
