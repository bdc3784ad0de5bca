// The first steps of every page of the extension: the transport to the engine, language and theme.

import type { ComponentChild } from 'preact';
import { render } from 'preact';

import '../../../ui/src/app.css';
import { useTransport } from '../../../ui/src/api.ts';
import { language } from '../../../ui/src/texts.ts';
import '../../../ui/src/theme.ts';
import { portTransport } from './port_transport.ts';
import './views.css';

export function mount(view: ComponentChild): void {
    useTransport(portTransport);
    document.documentElement.lang = language;
    const place = document.getElementById('app');
    if (place) render(view, place);
}
