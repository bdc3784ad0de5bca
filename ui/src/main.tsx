// The dashboard: draws the journals of runs and sends commands. Start reading at app.tsx; `run/` folds the events of a run
// into steps, `api.ts` is the only place that asks for anything, over the transport that it is given.
//
// Invariants: what the dashboard shows of a run comes from its journal; text of pages and models is shown as text only.

import { render } from 'preact';

import { useTransport } from './api.ts';
import { App } from './app.tsx';
import './app.css';
import { httpTransport } from './http_transport.ts';
import { language } from './texts.ts';

useTransport(httpTransport);
document.documentElement.lang = language;
const place = document.getElementById('app');
if (place) render(<App />, place);
