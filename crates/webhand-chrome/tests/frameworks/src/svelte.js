import { mount } from 'svelte';
import Form from './Form.svelte';
import { place } from './told.js';

mount(Form, { target: place() });
