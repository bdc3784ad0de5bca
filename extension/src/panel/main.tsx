// The side panel: what the dashboard shows, 360 pixels wide, beside the page. A view only; closing it stops nothing.
//
// Start reading at panel.tsx. Texts of pages and models are shown as text, never as markup.

import { mount } from '../views/mount.tsx';
import { Panel } from './panel.tsx';
import './panel.css';

mount(<Panel />);
