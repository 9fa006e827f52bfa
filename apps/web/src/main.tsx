import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { Gallery } from './dev/Gallery.tsx';
import { messages } from './messages/en.ts';
import './styles.css';

createRoot(document.getElementById('root') as HTMLElement).render(
  <IntlProvider locale="en" messages={messages} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
    <Gallery />
  </IntlProvider>,
);
