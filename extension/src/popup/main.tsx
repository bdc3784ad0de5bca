// The popup of the button in the toolbar: how things stand, which tabs webhand has, what was done, and an end to all of it.

import { mount } from '../views/mount.tsx';
import { Popup } from './popup.tsx';
import './popup.css';

mount(<Popup />);
