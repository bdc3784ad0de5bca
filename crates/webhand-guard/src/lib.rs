//! webhand-guard
