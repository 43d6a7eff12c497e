! .space: a count, and a byte to fill with.
        .space  0
        .space  1, 255
        .space  -1
        .space  1, 256
        .space  1, 2, 3
