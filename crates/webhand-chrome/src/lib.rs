//! webhand-chrome
